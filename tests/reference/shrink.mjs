// Makes a scenario that shows a difference smaller, as long as it still shows one.

import { WrittenChance } from './generate.mjs';
import { readScenario } from './scenario.mjs';
import { openMatch, play } from './rules.mjs';

const MOST_TRIES = 250;

/** Calls `stillDiffers(text)` with ever smaller documents; the last one for which it holds is the smallest found. */
export async function shrink(text, stillDiffers) {
  let current = JSON.parse(text);
  let tries = 0;
  // First the long cut: the position that the rules reach before the action that differs, chance told as a script.
  for (const later of laterBeginnings(current)) {
    if (!(await stillDiffers(JSON.stringify(later)))) continue;
    current = later;
    break;
  }
  for (let progress = true; progress && tries < MOST_TRIES;) {
    progress = false;
    for (const smaller of smallerOnes(current)) {
      tries += 1;
      if (tries > MOST_TRIES) break;
      let differs = false;
      try {
        differs = await stillDiffers(JSON.stringify(smaller));
      } catch {
        // no sound document any more
      }
      if (!differs) continue;
      current = smaller;
      progress = true;
      break;
    }
  }
}

/** The same scenario begun after some of its actions, the latest beginning first. */
function laterBeginnings(scenario) {
  const { position: first, actions, startChance } = readScenario(Buffer.from(JSON.stringify(scenario)));
  const chance = new WrittenChance(startChance());
  const stops = [];
  try {
    let position = first === 'start' ? openMatch(chance).position : first;
    for (let i = 0; i < actions.length; i += 1) {
      stops.push({ position, from: i, drawn: chance.outcomes.length });
      const result = play(position, actions[i], chance);
      if (!result.ok) break;
      position = result.position;
    }
  } catch {
    return []; // the opening itself had no chance that serves
  }
  const told = scenario.seed ? chance.outcomes : scenario.chance ?? [];
  return stops.reverse().map(({ position, from, drawn }) => ({ position, chance: told.slice(drawn), actions: scenario.actions.slice(from) }));
}

/** Documents with one thing less, the greatest cuts first. */
function* smallerOnes(scenario) {
  const without = (change) => {
    const copy = structuredClone(scenario);
    change(copy);
    return copy;
  };
  const { actions, position } = scenario;
  for (let i = actions.length - 1; i >= 0; i -= 1) yield without((s) => s.actions.splice(i, 1));
  for (let i = 0; i < actions.length; i += 1) if (actions[i].seat && actions[i].do !== 'resign') yield without((s) => delete s.actions[i].seat);
  for (let i = (scenario.chance ?? []).length - 1; i >= 0; i -= 1) yield without((s) => s.chance.splice(i, 1));
  if (position === null || typeof position !== 'object') return;
  for (const key of Object.keys(position)) {
    if (key !== 'players') yield without((s) => delete s.position[key]);
  }
  for (const list of ['weather', 'items', 'used']) {
    for (let i = 0; i < (position[list] ?? []).length; i += 1) yield without((s) => s.position[list].splice(i, 1));
  }
  for (const seat of Object.keys(position.players ?? {})) yield* smallerPlayers(scenario, seat, without);
}

function* smallerPlayers(scenario, seat, without) {
  const player = scenario.position.players[seat];
  yield without((s) => delete s.position.players[seat]);
  for (const key of Object.keys(player)) yield without((s) => delete s.position.players[seat][key]);
  for (const item of Object.keys(player.items ?? {})) yield without((s) => delete s.position.players[seat].items[item]);
  for (const [i, plane] of (player.planes ?? []).entries()) {
    if (plane.at !== 'hangar') yield without((s) => { s.position.players[seat].planes[i] = { at: 'hangar' }; });
    if (plane.effect) yield without((s) => delete s.position.players[seat].planes[i].effect);
  }
}
