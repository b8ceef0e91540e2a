// The match that tests play: its actions (examples/sample_match.rs found them), what the engine's referee says of each
// of its versions, and how the actions are done on a page.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { program } from "./own-server.mjs";

/** A scenario that begins as a match does (FORMATS.md, section 1). */
export const sample = JSON.parse(readFileSync(new URL("data/sample_match.json", import.meta.url), "utf8"));

const asked = new Map();

/** What the referee says of the first `version` actions. */
export function report(version) {
  if (!asked.has(version)) {
    const scenario = { ...sample, actions: sample.actions.slice(0, version) };
    const answer = JSON.parse(execFileSync(program, ["referee"], { input: JSON.stringify(scenario), encoding: "utf8" }));
    if (!answer.ok) throw new Error(answer.error.message);
    asked.set(version, answer);
  }
  return asked.get(version);
}

/** What happened in the action that led to a version, of one type. */
export function happened(version, type) {
  return report(version).events[version - 1].filter((event) => event.type === type);
}

/** How a page should show a version, as `standing` in players.mjs reads it. */
export function truth(version) {
  const { position } = report(version);
  const planes = Object.entries(position.players).flatMap(([seat, { planes }]) =>
    planes.map(({ at, cell, effect }, index) => [`plane-${seat}-${index}`, at, cell, effect?.kind].join(" ")),
  );
  const check = createHash("sha256").update(canonical(position)).digest("hex");
  return { version, turn: position.turn, phase: position.phase.kind, check, planes: planes.sort() };
}

/** RFC 8785 for what a position holds: objects, lists, words and whole numbers. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join()}}`;
}

/** Does an action of the match as a person would. */
export async function perform(page, action) {
  if (action.do === "roll") await page.getByTestId("roll").click();
  if (action.do === "use") await page.getByTestId(`item-${action.item}`).click();
  if (action.plane !== undefined) await page.getByTestId(`choose-${action.plane + 1}`).click();
}

/** Lets the server do the actions up to a version; `pages` by seat, whose players they are of. */
export async function skipTo(version, pages) {
  const address = pages.red.url();
  // Pages that are to see much would only be slow.
  const areAway = version > 20;
  if (areAway) for (const page of Object.values(pages)) await page.goto("about:blank");
  for (let follows = 0; follows < version; follows += 1) {
    const { seat, ...act } = sample.actions[follows];
    await tell(pages[seat], address, "act", { id: address.split("/").at(-1), version: follows, act });
  }
  if (areAway) for (const page of Object.values(pages)) await page.goto(address);
}

/** Asks the server something in the name of a page's player. */
export async function tell(page, address, name, data) {
  const { origin } = new URL(address);
  const answer = await page.request.post(`${origin}/api/${name}`, { headers: { origin }, data });
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}
