//! What each sound is made of: a few short tones and puffs of noise.

use super::Sound;

/// How a tone sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// Round.
    Sine,
    /// A little brighter.
    Triangle,
    /// No tone: noise around a pitch.
    Noise,
}

/// One tone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tone {
    pub(super) voice: Voice,
    /// When it begins.
    pub(super) at_ms: u16,
    /// How long it fades.
    pub(super) ms: u16,
    /// The pitch at its beginning and its end.
    pub(super) hertz: (f32, f32),
    /// How loud, of one.
    pub(super) loud: f32,
}

const fn tone(voice: Voice, at_ms: u16, ms: u16, hertz: (f32, f32), loud: f32) -> Tone {
    Tone {
        voice,
        at_ms,
        ms,
        hertz,
        loud,
    }
}

use Voice::{Noise, Sine, Triangle};

/// The tones of a sound.
#[expect(clippy::too_many_lines, reason = "a table, one entry a sound")]
pub(super) const fn score(sound: Sound) -> &'static [Tone] {
    match sound {
        Sound::Roll => {
            const {
                &[
                    tone(Noise, 0, 60, (2_600.0, 1_800.0), 0.5),
                    tone(Noise, 90, 50, (2_200.0, 1_500.0), 0.42),
                    tone(Noise, 170, 45, (2_400.0, 1_700.0), 0.34),
                    tone(Noise, 235, 40, (2_000.0, 1_400.0), 0.3),
                    tone(Noise, 300, 70, (1_500.0, 700.0), 0.5),
                ]
            }
        }
        Sound::Step => {
            const {
                &[
                    tone(Triangle, 0, 45, (520.0, 380.0), 0.22),
                    tone(Noise, 0, 18, (3_200.0, 2_400.0), 0.12),
                ]
            }
        }
        Sound::Jump => const { &[tone(Triangle, 0, 60, (560.0, 840.0), 0.24)] },
        Sound::Hit => {
            const {
                &[
                    tone(Noise, 0, 180, (900.0, 160.0), 0.8),
                    tone(Sine, 0, 240, (220.0, 60.0), 0.7),
                ]
            }
        }
        Sound::Flight => {
            const {
                &[
                    tone(Noise, 0, 460, (500.0, 2_600.0), 0.34),
                    tone(Sine, 0, 440, (240.0, 620.0), 0.22),
                ]
            }
        }
        Sound::Weather => {
            const {
                &[
                    tone(Noise, 0, 420, (700.0, 300.0), 0.42),
                    tone(Sine, 40, 360, (150.0, 90.0), 0.4),
                ]
            }
        }
        Sound::Item => {
            const {
                &[
                    tone(Triangle, 0, 90, (740.0, 740.0), 0.26),
                    tone(Triangle, 80, 160, (1_108.0, 1_108.0), 0.28),
                ]
            }
        }
        Sound::Home => {
            const {
                &[
                    tone(Triangle, 0, 110, (587.0, 587.0), 0.28),
                    tone(Triangle, 90, 110, (740.0, 740.0), 0.28),
                    tone(Triangle, 180, 260, (880.0, 880.0), 0.3),
                ]
            }
        }
        Sound::YourTurn => {
            const {
                &[
                    tone(Sine, 0, 140, (660.0, 660.0), 0.34),
                    tone(Sine, 120, 240, (880.0, 880.0), 0.36),
                ]
            }
        }
        Sound::LastSeconds => const { &[tone(Triangle, 0, 70, (980.0, 940.0), 0.26)] },
        Sound::MatchFound => {
            const {
                &[
                    tone(Triangle, 0, 130, (523.0, 523.0), 0.32),
                    tone(Triangle, 120, 130, (659.0, 659.0), 0.32),
                    tone(Triangle, 240, 130, (784.0, 784.0), 0.32),
                    tone(Triangle, 360, 340, (1_046.0, 1_046.0), 0.34),
                ]
            }
        }
        Sound::Won => {
            const {
                &[
                    tone(Triangle, 0, 150, (523.0, 523.0), 0.34),
                    tone(Triangle, 140, 150, (659.0, 659.0), 0.34),
                    tone(Triangle, 280, 150, (784.0, 784.0), 0.34),
                    tone(Triangle, 420, 620, (1_046.0, 1_046.0), 0.36),
                    tone(Sine, 420, 620, (1_318.0, 1_318.0), 0.2),
                ]
            }
        }
        Sound::Lost => {
            const {
                &[
                    tone(Sine, 0, 240, (392.0, 392.0), 0.34),
                    tone(Sine, 220, 240, (349.0, 349.0), 0.34),
                    tone(Sine, 440, 560, (262.0, 258.0), 0.36),
                ]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_short_never_too_loud_and_all_different() {
        for sound in Sound::ALL {
            let tones = score(sound);
            assert!(!tones.is_empty());
            for tone in tones {
                assert!(tone.at_ms + tone.ms <= 1_100, "{sound:?} is short");
                assert!(tone.hertz.0 > 40.0 && tone.hertz.1 > 40.0, "{sound:?} is heard");
                assert!(tone.loud > 0.0);
            }
            let at_once = |moment: u16| -> f32 {
                let sounds = |tone: &&Tone| tone.at_ms <= moment && moment < tone.at_ms + tone.ms;
                tones.iter().filter(sounds).map(|tone| tone.loud).sum()
            };
            assert!(
                (0..1_100).all(|moment| at_once(moment) <= 1.6),
                "{sound:?} is no noise"
            );
            let twins = Sound::ALL.iter().filter(|&&other| score(other) == tones);
            assert_eq!(twins.count(), 1, "{sound:?} is like another");
        }
    }
}
