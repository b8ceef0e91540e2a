//! What is seen only while something happens: a burst where planes are hit, a missile's aim, an item in use.

use leptos::prelude::*;

use super::{Doing, Moment, at, print, shapes, stance};
use crate::rules::{Event, Item, Place, PlaneId, Point, Ruleset, Seat};

/// The flourish of the moment.
pub(super) fn flourish(rules: &'static Ruleset, moment: Signal<Option<Moment>>) -> impl IntoView {
    let drawn = Memo::new(move |_| moment.with(|moment| moment.and_then(|it| Flourish::of(rules, &it))));
    view! { <g class="flourishes" aria-hidden="true">{move || drawn.get().map(draw)}</g> }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Flourish {
    Burst(Point),
    Aim(Vec<(Point, Seat)>),
    Shown(Item),
    Taken(Item, Point),
}

impl Flourish {
    fn of(rules: &Ruleset, moment: &Moment) -> Option<Self> {
        let on = |place| match place {
            Place::Ring(cell) => Some(rules.board().point(cell)),
            _ => None,
        };
        match moment.event {
            Event::Hit { by, victims, at } => {
                let seat = by.or_else(|| victims.iter().next())?.seat;
                let id = PlaneId { seat, plane: 0 };
                // A flight's hit is on the lane of those who are hit.
                let lane = victims
                    .iter()
                    .next()
                    .map(|victim| stance::point(rules, victim, at));
                Some(Self::Burst(
                    on(at).or(lane).unwrap_or_else(|| stance::point(rules, id, at)),
                ))
            }
            Event::Crashed { plane, at, .. } => Some(Self::Burst(stance::point(rules, plane, at))),
            Event::Launched { targets, .. } => {
                let aim = |target: PlaneId| {
                    let place = moment.scene.plane(target).place;
                    (stance::point(rules, target, place), target.seat)
                };
                Some(Self::Aim(targets.iter().map(aim).collect()))
            }
            Event::PickedUp { item, plane, at } => Some(Self::Taken(item, stance::point(rules, plane, at))),
            _ => match moment.doing {
                Doing::Use(item) => Some(Self::Shown(item)),
                _ => None,
            },
        }
    }
}

fn draw(flourish: Flourish) -> AnyView {
    match flourish {
        Flourish::Burst(point) => {
            let (x, y) = at(point);
            view! {
                <g transform=print::place(x, y, 0)>
                    <path class="burst" d=shapes::BURST></path>
                </g>
            }
            .into_any()
        }
        Flourish::Aim(targets) => targets
            .into_iter()
            .map(|(point, seat)| {
                let (x, y) = at(point);
                view! {
                    <g class=seat.name() transform=print::place(x, y, 0)>
                        <path class="crosshair" d=shapes::CROSSHAIR></path>
                    </g>
                }
            })
            .collect_view()
            .into_any(),
        Flourish::Shown(item) => view! {
            <g class="in-use">
                <circle class="counter" r="17"></circle>
                <path class="glyph" d=shapes::item(item)></path>
            </g>
        }
        .into_any(),
        Flourish::Taken(item, point) => {
            let (x, y) = at(point);
            view! {
                <g class="pickup" transform=print::place(x, y, 0)>
                    <g class="taken">
                        <rect class="counter" x="-16.5" y="-16.5" width="33" height="33" rx="10"></rect>
                        <path class="glyph" d=shapes::item(item)></path>
                    </g>
                </g>
            }
            .into_any()
        }
    }
}
