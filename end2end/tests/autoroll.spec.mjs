// Auto-Roll: at once, never a selection, as long as it is on, in one of however many tabs.
import { report, sample, skipTo, tell, truth } from "../sample.mjs";
import { atTable, commands, expect, meet, open, reach, setAutoRoll, standing, test } from "./players.mjs";

test.use({ seed: sample.seed });

/** The match stands at this version and stays there, though both pages have had time to do something. */
async function rests(pages, version) {
  await reach(pages, version);
  for (const page of pages) {
    await tell(page, page.url(), "whoami", {});
    expect(await standing(page)).toEqual(truth(version));
  }
}

test("on before a match it rolls from the first moment, and never selects", async ({ person }) => {
  const both = [await person(), await person()];
  for (const page of both) await setAutoRoll(page, true);
  const [red, green] = await meet(both);
  // Three rolls without a move; after the fourth Green is to select.
  await rests([red, green], 4);
  await green.getByTestId("choose-1").click();
  await rests([red, green], 6);
  // Red's six takes a plane off and brings another roll, which is made at once.
  await red.getByTestId("choose-1").click();
  await rests([red, green], 8);
});

test("switched on in one's own roll phase it rolls, in the other's turn it waits", async ({ two }) => {
  const [red, green] = two;
  await rests(two, 0);
  await setAutoRoll(red, true);
  await rests(two, 1);
  await setAutoRoll(red, false);
  await green.getByTestId("roll").click();
  await rests(two, 2);
  await expect(red.getByTestId("roll")).toBeEnabled();
  await red.getByTestId("roll").click();
  await rests(two, 3);
  await setAutoRoll(red, true);
  await rests(two, 3);
  await green.getByTestId("roll").click();
  await green.getByTestId("choose-1").click();
  await rests(two, 6);
});

test("the roll that a perched plane owes is made by itself", async ({ two }) => {
  const [red, green] = two;
  const all = report(sample.actions.length).events;
  const perched = all.findIndex((events) => events.some(({ type }) => type === "perched"));
  await skipTo(perched, { red, green });
  await reach(two, perched);
  await setAutoRoll(green, true);
  await green.getByTestId(`choose-${sample.actions[perched].plane + 1}`).click();
  await expect(green.getByTestId("log")).toContainText("perches on a fortress and must go on");
  await rests(two, perched + 2);
});

test("it is kept over a reload and into the next match", async ({ two }) => {
  const [red, green] = two;
  await setAutoRoll(red, true);
  await reach(two, 1);
  await expect(red.getByText("Auto-Roll is on")).toBeVisible();
  await red.reload();
  await atTable(red);
  await red.getByTestId("logo").click();
  await expect(red.getByTestId("auto-roll")).toBeChecked();
  await red.getByTestId("rules-link").click();
  await expect(red.getByTestId("rules")).toBeVisible();
  await expect(red.getByTestId("board")).toBeVisible();
  await red.reload();
  await atTable(red);
  await green.getByTestId("resign").click();
  await green.getByTestId("confirm-resign").click();
  for (const page of two) await page.getByTestId("back-to-lobby").click();
  await expect(red.getByTestId("play")).toBeVisible();
  await red.getByTestId("logo").click();
  await expect(red.getByTestId("auto-roll")).toBeChecked();
  await red.getByTestId("settings").getByRole("button", { name: "Close" }).click();
  const [first, second] = await meet(two);
  if (first === red) {
    await rests([first, second], 1);
  } else {
    await first.getByTestId("roll").click();
    await rests([first, second], 2);
  }
});

test.describe("with two tabs", () => {
  /** Another tab of the same player at the same table. */
  async function another(page) {
    const tab = await page.context().newPage();
    await open(tab, page.url());
    await atTable(tab);
    return tab;
  }

  test("one of them rolls, and when it is closed the other does", async ({ two }) => {
    const [red, green] = two;
    const tab = await another(red);
    const sent = [commands(red), commands(tab)];
    await setAutoRoll(tab, true);
    await rests([red, tab, green], 1);
    await green.getByTestId("roll").click();
    await rests([red, tab, green], 3);
    expect(sent.flat().length).toBe(2);
    // The tab that came first leads.
    expect(sent[0].length).toBe(2);
    await red.close();
    await green.getByTestId("roll").click();
    await green.getByTestId("choose-1").click();
    await rests([tab, green], 6);
  });

  test.describe("of which one falls asleep", () => {
    // When it wakes up it may ask for what has long been done.
    test.use({ loud: /409/ });

    test("the other rolls though it does not lead", async ({ two }) => {
      const [red, green] = two;
      const tab = await another(red);
      await setAutoRoll(tab, true);
      await rests([red, tab, green], 1);
      const tools = await red.context().newCDPSession(red);
      await tools.send("Debugger.enable");
      await tools.send("Debugger.pause");
      await green.getByTestId("roll").click();
      await reach([tab, green], 3);
      await tools.send("Debugger.disable");
      await rests([red, tab, green], 3);
    });
  });
});
