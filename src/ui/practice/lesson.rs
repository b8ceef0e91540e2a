//! Five short lessons at the real table: a position, the dice that fall there, and what is to be seen.

use serde::Deserialize;

use super::seen_here;
use crate::protocol::{MatchView, Step};
use crate::rules::notation::Written;
use crate::rules::record::{Person, PersonKind};
use crate::rules::{
    Action, BySeat, Drawn, Event, Illegal, Position, Ruleset, Scripted, Seat, Setup, chance::Recorded,
};

/// How many there are.
pub(super) const LESSONS: usize = 5;

/// What a lesson is about; told by its name in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Goal {
    TookOff,
    Flew,
    Hit,
    WeatherMet,
}

/// A lesson as it is written.
#[derive(Deserialize)]
struct Plan {
    chance: Vec<Drawn>,
    goal: Goal,
    position: Setup,
}

/// A lesson under way.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Lesson {
    number: usize,
    begin: Position,
    position: Position,
    /// What has not fallen yet.
    chance: Vec<Drawn>,
    goal: Goal,
    is_done: bool,
}

impl Lesson {
    /// The lesson with this number, from 0; nothing after the last.
    pub(super) fn numbered(number: usize) -> Option<Self> {
        let plans: Vec<Plan> = serde_json::from_str(include_str!("lessons.json")).ok()?;
        let plan = plans.into_iter().nth(number)?;
        let position = plan.position.position(Ruleset::duel()).ok()?;
        Some(Self {
            number,
            begin: position,
            position,
            chance: plan.chance,
            goal: plan.goal,
            is_done: false,
        })
    }

    /// Which it is, from 0.
    pub(super) const fn number(&self) -> usize {
        self.number
    }

    /// Where it begins.
    pub(in crate::ui) const fn begin(&self) -> Position {
        self.begin
    }

    /// Whether what it is about has happened.
    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whose lesson it is: the side that is on turn at its beginning.
    pub(super) fn me(&self) -> Seat {
        self.begin.turn()
    }

    /// Does something; only so far as the lesson goes.
    pub(super) fn play(&mut self, seat: Seat, action: Action) -> Result<Step, Illegal> {
        let mut script = Scripted::new(&self.chance);
        let mut recorded = Recorded::new(&mut script);
        let mut events = Vec::new();
        let mut after = self.position;
        after.play(seat, action, &mut recorded, &mut events)?;
        let drawn = recorded.into_drawn();
        let left = script.left().to_vec();
        self.chance = left;
        self.position = after;
        self.is_done |= events.iter().any(|event| self.goal.is(event));
        Ok(Step {
            act: Written::new(action, Some(seat), Some(0)),
            drawn,
            check: Step::check(&self.position),
        })
    }

    /// The lesson as a table shows it.
    pub(in crate::ui) fn view(&self) -> MatchView {
        let rules = self.position.rules();
        let me = self.me();
        let person = |seat: Seat| Person {
            kind: PersonKind::Local,
            name: if seat == me { "GUEST" } else { seat.name() }.to_owned(),
        };
        seen_here(
            rules,
            me,
            BySeat::from_fn(|seat| rules.has(seat).then(|| person(seat))),
        )
    }
}

impl Goal {
    const fn is(self, event: &Event) -> bool {
        matches!(
            (self, event),
            (Self::TookOff, Event::TookOff { .. })
                | (Self::Flew, Event::Flew { .. })
                | (Self::Hit, Event::Hit { .. })
                | (Self::WeatherMet, Event::WeatherMet { .. })
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Use;

    #[test]
    fn each_lesson_can_be_done_by_what_it_asks_for() {
        let ways: [&[Action]; LESSONS] = [
            &[Action::Roll, Action::Select { plane: 2 }],
            &[Action::Roll, Action::Select { plane: 0 }],
            &[Action::Roll, Action::Select { plane: 0 }],
            &[Action::Roll, Action::Select { plane: 0 }],
            &[
                Action::Use(Use::SixDie),
                Action::Roll,
                Action::Select { plane: 1 },
            ],
        ];
        for (number, way) in ways.into_iter().enumerate() {
            let mut lesson = Lesson::numbered(number).unwrap();
            for &action in way {
                assert!(!lesson.is_done(), "{number}: done too early");
                lesson.play(lesson.me(), action).unwrap();
            }
            assert!(lesson.is_done(), "{number}");
        }
        assert!(Lesson::numbered(LESSONS).is_none());
    }

    #[test]
    fn the_third_lesson_shows_a_fortress_to_whoever_chooses_it() {
        let mut lesson = Lesson::numbered(2).unwrap();
        lesson.play(lesson.me(), Action::Roll).unwrap();
        lesson.play(lesson.me(), Action::Select { plane: 1 }).unwrap();
        assert!(!lesson.is_done(), "turned back is not hit");
    }
}
