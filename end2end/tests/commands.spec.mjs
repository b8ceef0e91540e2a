// What people report of other games: clicks that count twice or never, boards that drift apart, layouts that shift.
import { perform, sample, skipTo, truth } from "../sample.mjs";
import { agree, atTable, commands, countdown, expect, meet, open, reach, standing, test } from "./players.mjs";

test.use({ seed: sample.seed });

/** The first version at which somebody is to select. */
const toSelect = sample.actions.findIndex(({ do: what }) => what === "select");

test("a double click rolls once", async ({ two }) => {
  const [red] = two;
  const sent = commands(red);
  await red.getByTestId("roll").dblclick();
  await reach(two, 1);
  await agree(two);
  expect(sent.length).toBe(1);
  expect(await standing(red)).toEqual(truth(1));
});

test("a double click uses an item once", async ({ two: [red, green] }) => {
  const used = sample.actions.findIndex(({ item }) => item === "power_unit");
  await skipTo(used, { red, green });
  await reach([red, green], used);
  const sent = commands(green);
  await green.getByTestId("item-power_unit").dblclick();
  await reach([red, green], used + 1);
  await expect(green.getByTestId("item-power_unit")).toHaveAttribute("data-count", "0");
  await agree([red, green]);
  expect(sent.length).toBe(1);
});

test("the die can be rolled in one's own roll phase alone", async ({ two }) => {
  const [red, green] = two;
  const sent = [commands(red), commands(green)];
  await expect(red.getByTestId("roll")).toBeEnabled();
  await expect(green.getByTestId("roll")).toBeDisabled();
  await green.keyboard.press("r");
  await green.keyboard.press("1");
  await skipTo(toSelect, { red, green });
  await reach(two, toSelect);
  for (const all of sent) all.length = 0;
  for (const page of two) {
    await page.keyboard.press("r");
    await expect(page.getByTestId("roll")).toBeDisabled();
    expect(await standing(page)).toEqual(truth(toSelect));
  }
  expect(sent.flat()).toEqual([]);
});

test("nothing shifts between roll and selection", async ({ two }) => {
  const [red, green] = two;
  const pages = { red, green };
  const parts = ["board", "log", "die", "item-flare", "item-power_unit"];
  const places = async (page) => {
    const boxes = await Promise.all(parts.map((part) => page.getByTestId(part).boundingBox()));
    return Object.fromEntries(boxes.map(({ x, y, width }, index) => [parts[index], { x, y, width }]));
  };
  let version = 0;
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 640, height: 360 },
    { width: 1280, height: 800 },
  ]) {
    for (const page of two) await page.setViewportSize(viewport);
    const rolled = sample.actions.findIndex(({ do: what }, follows) => follows > version && what === "select");
    while (version < rolled - 1) version = await step(pages, version);
    await expect(pages[sample.actions[version].seat].getByTestId("roll")).toBeEnabled();
    const before = [await places(red), await places(green)];
    for (const end of [rolled, rolled + 1]) {
      while (version < end) version = await step(pages, version);
      expect([await places(red), await places(green)]).toEqual(before);
    }
  }
});

/** Does the next action of the sample; tells the version that it makes. */
async function step(pages, version) {
  const action = sample.actions[version];
  await perform(pages[action.seat], action);
  await reach(Object.values(pages), version + 1);
  return version + 1;
}

test("no more time is shown than the server has told", async ({ person }) => {
  const both = [await person(), await person()];
  const told = new Map(both.map((page) => [page, undefined]));
  for (const page of both) {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const { left_ms, view } = JSON.parse(payload);
        told.set(page, left_ms ?? view?.left_ms ?? told.get(page));
      }),
    );
  }
  const [red, green] = await meet(both);
  for (let version = 1; version <= 3; version += 1) {
    await (version % 2 === 1 ? red : green).getByTestId("roll").click();
    await reach([red, green], version);
    for (const page of both) {
      const shown = await countdown(page);
      expect(shown * 1000).toBeLessThanOrEqual(told.get(page));
      expect(shown).toBeGreaterThan(40);
    }
  }
});

test("the question about resigning stays while the match goes on, and is gone with it", async ({ two }) => {
  const [red, green] = two;
  await red.getByTestId("roll").click();
  await reach(two, 1);
  await red.getByTestId("resign").click();
  await green.getByTestId("roll").click();
  await reach(two, 2);
  await expect(red.getByTestId("confirm-resign")).toBeVisible();
  await green.getByTestId("resign").click();
  await green.getByTestId("confirm-resign").click();
  await expect(green.getByTestId("confirm-resign")).toBeHidden();
  await expect(green.getByTestId("result")).toHaveAttribute("data-result", "lost");
  await expect(red.getByTestId("result")).toHaveAttribute("data-result", "won");
  await expect(red.getByTestId("confirm-resign")).toBeHidden();
  for (const page of two) {
    await page.reload();
    await expect(page.getByTestId("result")).toBeVisible();
    await expect(page.getByTestId("countdown")).toHaveCount(0);
  }
});

test("whoever leaves the result in one tab has left it in all of them, and in no other browser", async ({ two }) => {
  const [red, green] = two;
  const tab = await red.context().newPage();
  await open(tab, red.url());
  await atTable(tab);
  await red.getByTestId("resign").click();
  await red.getByTestId("confirm-resign").click();
  for (const page of [red, tab, green]) await expect(page.getByTestId("result")).toBeVisible();
  await tab.getByTestId("rematch").click();
  for (const page of [red, tab]) await expect(page.getByTestId("queue-status")).toBeVisible();
  await expect(green.getByTestId("result")).toBeVisible();
  await red.getByTestId("cancel-queue").click();
  for (const page of [red, tab]) await expect(page.getByTestId("play")).toBeVisible();
  // The result can still be looked at, and leads out plainly.
  await red.goto(green.url());
  await expect(red.getByTestId("result")).toBeVisible();
  await expect(red.getByTestId("rematch")).toHaveCount(0);
  await red.getByRole("link", { name: "To the lobby" }).click();
  await expect(red.getByTestId("play")).toBeVisible();
});

test("a pairing that nobody keeps is dissolved, in clear words, and PLAY is there again", async ({ person }) => {
  const both = [await person(), await person()];
  for (const page of both) await page.route("**/api/reveal", (route) => route.fulfill({ json: null }));
  for (const page of both) await page.getByTestId("play").click();
  for (const page of both) {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No match came about");
    await page.unroute("**/api/reveal");
  }
  // Also for who comes late, or reloads.
  await both[0].reload();
  await expect(both[0].getByRole("heading", { level: 1 })).toHaveText("No match came about");
  for (const page of both) await page.getByRole("link", { name: "Back to the lobby" }).click();
  for (const page of both) await expect(page.getByTestId("play")).toBeEnabled();
  await meet(both);
});

test.describe("over a line that fails", () => {
  test.use({ loud: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|409/ });

  test("a click without a network is under way, then settled, and never sent again", async ({ two }) => {
    const [red, green] = two;
    const sent = commands(red);
    await red.context().setOffline(true);
    await expect(red.getByTestId("connection")).toHaveAttribute("data-state", "lost");
    await red.getByTestId("roll").click();
    await expect(red.getByTestId("connection")).toContainText("under way");
    await red.context().setOffline(false);
    await atTable(red);
    await expect(red.getByTestId("connection")).not.toContainText("under way");
    expect(await standing(red)).toEqual(truth(0));
    expect(sent.length).toBe(1);
    await red.getByTestId("roll").click();
    await reach(two, 1);
    await expect(green.getByTestId("roll")).toBeEnabled();
  });

  test("a command whose answer is lost happens once", async ({ two }) => {
    const [red] = two;
    const sent = commands(red);
    await red.route("**/api/act", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await red.getByTestId("roll").click();
    await reach(two, 1);
    await atTable(red);
    await expect(red.getByTestId("turn")).toHaveText("Green is to roll");
    expect(sent.length).toBe(1);
    expect(await standing(red)).toEqual(truth(1));
  });

  test("who gives up while the match goes on has given up", async ({ two }) => {
    const [red, green] = two;
    await red.getByTestId("roll").click();
    await reach(two, 1);
    let isHeld = false;
    await red.route("**/api/act", async (route) => {
      // The first comes too late for its version.
      if (!isHeld) {
        isHeld = true;
        await Promise.all([green.waitForResponse("**/api/act"), green.getByTestId("roll").click()]);
      }
      await route.continue();
    });
    await red.getByTestId("resign").click();
    await red.getByTestId("confirm-resign").click();
    await expect(red.getByTestId("result")).toHaveAttribute("data-result", "lost");
    await expect(green.getByTestId("result-reason")).toHaveText("Your opponent resigned.");
  });
});
