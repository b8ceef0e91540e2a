// A whole match, action by action as a person does them, compared with the engine's referee at each version.
import { happened, perform, report, sample, truth } from "../sample.mjs";
import { expect, reach, standing, test } from "./players.mjs";

test.use({ seed: sample.seed });

/** What shows beside the planes: the board's marks, my stock, both radars, the round. */
function around(page) {
  return page.evaluate(() => {
    const all = (prefix) => [...document.querySelectorAll(`[data-testid^=${prefix}-]`)];
    const cells = (prefix) => all(prefix).map((it) => [it.dataset.testid.slice(prefix.length + 1), Number(it.dataset.cell)]);
    const counts = all("item").map((it) => [it.dataset.testid.slice(5), Number(it.dataset.count)]);
    const radar = all("radar").map((it) => [it.dataset.testid.slice(6), Number(it.textContent.replace("radar", ""))]);
    return {
      weather: Object.fromEntries(cells("weather")),
      items: Object.fromEntries(cells("pickup")),
      stock: Object.fromEntries(counts.filter(([, count]) => count > 0)),
      radar: Object.fromEntries(radar),
      round: document.querySelector("[data-testid=round]")?.textContent,
    };
  });
}

/** The same, as the referee has it. */
function truthAround(version, seat) {
  const { position } = report(version);
  const cells = (marks) => Object.fromEntries(marks.map(({ kind, cell }) => [kind, cell]));
  const isOver = position.phase.kind === "over";
  return {
    weather: cells(position.weather),
    items: cells(position.items),
    stock: position.players[seat].items,
    radar: { red: position.players.red.radar, green: position.players.green.radar },
    round: isOver ? undefined : `Round ${position.round}`,
  };
}

/** What a person must see of an item that was used. */
const effects = {
  flare: async (page) => expect(page.locator("[data-testid^=weather-]")).toHaveCount(0),
  missile: async (page, version) => {
    for (const { plane, to } of happened(version, "knocked_back")) {
      await expect(page.getByTestId(`plane-${plane.seat}-${plane.plane}`)).toHaveAttribute("data-cell", String(to.cell));
    }
    await expect(page.getByTestId("log")).toContainText("is knocked back by the missile");
  },
  radar: async (page, _, seat) => expect(page.getByTestId(`radar-${seat}`)).toHaveText("radar 4"),
  six_die: async (page, _, seat) => toRoll(page, seat, "sure six"),
  power_unit: async (page, _, seat) => toRoll(page, seat, "two dice"),
};

/** Whose turn it is is told what the roll will be; the other side reads of it in the log, too. */
async function toRoll(page, seat, what) {
  const isMine = (await page.getByTestId("board").getAttribute("data-seat")) === seat;
  if (isMine) await expect(page.getByTestId("turn")).toContainText(what);
  await expect(page.getByTestId("log")).toContainText(/uses a (sure six|power unit)/);
}

test("a match in which everything happens is what the referee says, at each version", async ({ two }) => {
  test.setTimeout(300_000);
  const [red, green] = two;
  const pages = { red, green };
  for (const page of two) {
    for (const seat of ["red", "green"]) await expect(page.getByTestId(`seat-${seat}`)).toHaveAttribute("data-connected", "true");
  }
  const used = new Set();
  let continued = 0;
  for (const [follows, action] of sample.actions.entries()) {
    const version = follows + 1;
    await perform(pages[action.seat], action);
    await reach(two, version);
    for (const [seat, page] of Object.entries(pages)) {
      expect(await standing(page)).toEqual(truth(version));
      expect(await around(page)).toEqual(truthAround(version, seat));
    }
    if (action.do === "use") {
      for (const page of two) await effects[action.item](page, version, action.seat);
      used.add(action.item);
    }
    const [rolled] = happened(version, "rolled");
    if (rolled) {
      for (const page of two) await expect(page.getByTestId("die")).toHaveAttribute("data-face", rolled.dice.join(" "));
    }
    if (happened(version, "perched").length > 0) {
      for (const page of two) await expect(page.getByTestId("log")).toContainText("perches on a fortress and must go on");
      await expect(pages[action.seat].getByTestId("roll")).toBeEnabled();
    }
    if (action.do === "roll" && report(follows).position.players[action.seat].perched !== null) continued += 1;
  }
  expect([...used].sort()).toEqual(["flare", "missile", "power_unit", "radar", "six_die"]);
  expect(continued).toBeGreaterThan(0);
  const { winner } = report(sample.actions.length).position.phase;
  for (const [seat, page] of Object.entries(pages)) {
    await expect(page.getByTestId("result")).toHaveAttribute("data-result", seat === winner ? "won" : "lost");
    await expect(page.getByTestId("result-reason")).toHaveAttribute("data-reason", "home");
  }
});
