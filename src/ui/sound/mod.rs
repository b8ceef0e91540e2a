//! Sound, made on the spot from a few tones: no files, nothing kept for later. A browser gives sound only after the
//! player has touched the page, so what would sound before that is silent for good.

mod score;

use std::cell::RefCell;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{
    AudioBuffer, AudioContext, AudioContextState, AudioNode, AudioParam, BiquadFilterType, GainNode,
    OscillatorType,
};

use self::score::{Tone, Voice};
use super::settings::Settings;
use crate::rules::Event;

/// What can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sound {
    /// Dice.
    Roll,
    /// One step.
    Step,
    /// One step of a jump.
    Jump,
    /// A hit or a crash.
    Hit,
    /// A flight.
    Flight,
    /// Weather is met, or changes.
    Weather,
    /// An item is picked up or used.
    Item,
    /// A plane is home.
    Home,
    /// It is my turn.
    YourTurn,
    /// One of the last ten seconds of my time.
    LastSeconds,
    /// An opponent is here.
    MatchFound,
    /// I have won.
    Won,
    /// I have lost.
    Lost,
}

impl Sound {
    /// All of them.
    #[cfg(test)]
    const ALL: [Self; 13] = [
        Self::Roll,
        Self::Step,
        Self::Jump,
        Self::Hit,
        Self::Flight,
        Self::Weather,
        Self::Item,
        Self::Home,
        Self::YourTurn,
        Self::LastSeconds,
        Self::MatchFound,
        Self::Won,
        Self::Lost,
    ];

    /// How an event sounds.
    pub(super) const fn of(event: &Event, is_jump: bool) -> Option<Self> {
        match event {
            Event::Rolled { .. } => Some(Self::Roll),
            Event::Stepped { .. } if is_jump => Some(Self::Jump),
            Event::Stepped { .. } | Event::TookOff { .. } | Event::Bounced { .. } | Event::Perched { .. } => {
                Some(Self::Step)
            }
            Event::Flew { .. } => Some(Self::Flight),
            Event::Hit { .. } | Event::Crashed { .. } | Event::KnockedBack { .. } => Some(Self::Hit),
            Event::WeatherMet { .. }
            | Event::Blown { .. }
            | Event::WeatherRefreshed { .. }
            | Event::WeatherCleared => Some(Self::Weather),
            Event::PickedUp { .. } | Event::ItemUsed { .. } => Some(Self::Item),
            Event::CameHome { .. } => Some(Self::Home),
            _ => None,
        }
    }

    /// Of many sounds at once the most telling is heard alone.
    pub(super) const fn weight(self) -> u8 {
        match self {
            Self::Step => 0,
            Self::Jump => 1,
            Self::Roll => 2,
            Self::Item => 3,
            Self::Weather => 4,
            Self::Flight => 5,
            Self::Home => 6,
            _ => 7,
        }
    }
}

/// The browser's sound, once the player has touched the page.
struct Stage {
    context: AudioContext,
    volume: GainNode,
    noise: AudioBuffer,
}

thread_local! {
    // The page has one thread; a server never gets here.
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
}

/// Waits for the player's first touch of the page. Called once.
pub(super) fn unlock() {
    Effect::new(|| {
        let pointer = window_event_listener(ev::pointerdown, |_| wake());
        let key = window_event_listener(ev::keydown, |_| wake());
        on_cleanup(move || {
            pointer.remove();
            key.remove();
        });
    });
}

fn wake() {
    STAGE.with_borrow_mut(|stage| {
        if stage.is_none() {
            *stage = Stage::new();
        }
        if let Some(stage) = stage
            && stage.context.state() == AudioContextState::Suspended
        {
            // Where the browser still says no, there is silence.
            let _ = stage.context.resume();
        }
    });
}

/// Plays a sound now, or never: what is not heard at once is dropped.
pub(super) fn play(settings: Settings, sound: Sound) {
    if !settings.sound.get_untracked() {
        return;
    }
    let loud = f32::from(settings.volume.get_untracked()) / 100.0;
    STAGE.with_borrow(|stage| {
        let Some(stage) = stage else { return };
        if stage.context.state() != AudioContextState::Running {
            return;
        }
        // Ears measure by squares.
        stage.volume.gain().set_value(loud * loud);
        for tone in score::score(sound) {
            // A tone that the browser cannot make is left out.
            let _ = stage.sing(tone);
        }
    });
}

type Made<T> = Result<T, wasm_bindgen::JsValue>;

impl Stage {
    fn new() -> Option<Self> {
        let context = AudioContext::new().ok()?;
        let volume = context.create_gain().ok()?;
        volume.connect_with_audio_node(&context.destination()).ok()?;
        let noise = noise(&context).ok()?;
        Some(Self {
            context,
            volume,
            noise,
        })
    }

    fn sing(&self, tone: &Tone) -> Made<()> {
        let from = self.context.current_time() + f64::from(tone.at_ms) / 1000.0;
        let to = from + f64::from(tone.ms) / 1000.0;
        let fade = self.context.create_gain()?;
        fade.connect_with_audio_node(&self.volume)?;
        let gain = fade.gain();
        gain.set_value_at_time(0.0001, from)?;
        gain.exponential_ramp_to_value_at_time(tone.loud, from + 0.006)?;
        gain.exponential_ramp_to_value_at_time(0.0001, to)?;
        match tone.voice {
            Voice::Noise => self.puff(tone, &fade, (from, to)),
            Voice::Sine => self.pitched(OscillatorType::Sine, tone, &fade, (from, to)),
            Voice::Triangle => self.pitched(OscillatorType::Triangle, tone, &fade, (from, to)),
        }
    }

    fn pitched(
        &self,
        form: OscillatorType,
        tone: &Tone,
        into: &AudioNode,
        (from, to): (f64, f64),
    ) -> Made<()> {
        let source = self.context.create_oscillator()?;
        source.set_type(form);
        glide(&source.frequency(), tone, (from, to))?;
        source.connect_with_audio_node(into)?;
        source.start_with_when(from)?;
        source.stop_with_when(to)
    }

    fn puff(&self, tone: &Tone, into: &AudioNode, (from, to): (f64, f64)) -> Made<()> {
        let source = self.context.create_buffer_source()?;
        source.set_buffer(Some(&self.noise));
        let filter = self.context.create_biquad_filter()?;
        filter.set_type(BiquadFilterType::Bandpass);
        filter.q().set_value(0.9);
        glide(&filter.frequency(), tone, (from, to))?;
        source.connect_with_audio_node(&filter)?;
        filter.connect_with_audio_node(into)?;
        source.start_with_when(from)?;
        web_sys::AudioScheduledSourceNode::stop_with_when(&source, to)
    }
}

fn glide(pitch: &AudioParam, tone: &Tone, (from, to): (f64, f64)) -> Made<()> {
    pitch.set_value_at_time(tone.hertz.0, from)?;
    pitch.exponential_ramp_to_value_at_time(tone.hertz.1, to)?;
    Ok(())
}

/// Half a second of noise, always the same.
fn noise(context: &AudioContext) -> Made<AudioBuffer> {
    let rate = context.sample_rate();
    let length = (rate / 2.0) as u32;
    let buffer = context.create_buffer(1, length, rate)?;
    let mut state = 0x2545_f491_u32;
    let samples: Vec<f32> = (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state as f32 / u32::MAX as f32).mul_add(2.0, -1.0)
        })
        .collect();
    buffer.copy_to_channel(&samples, 0)?;
    Ok(buffer)
}
