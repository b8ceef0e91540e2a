// A reload, and a network that is gone for a while, in every phase: nothing is lost, no time is won.
import { perform, sample, skipTo, tell, truth } from "../sample.mjs";
import { atTable, countdown, expect, offline, reach, standing, test } from "./players.mjs";

test.use({ seed: sample.seed, loud: offline });

/** The version that the first action of this kind follows. */
const before = (isMeant) => sample.actions.findIndex(isMeant);

/** Phases of a match: how many actions lead there, and what the side on turn has begun to do. */
const phases = [
  { name: "before the first roll", version: 0 },
  { name: "to roll", version: before(({ seat, do: what }) => seat === "green" && what === "roll") },
  { name: "to select", version: before(({ do: what }) => what === "select") },
  { name: "with a die in force", version: before(({ item }) => item === "power_unit") + 1 },
  { name: "aiming a missile", version: before(({ item }) => item === "missile"), begun: "item-missile" },
];

/** Ways to be gone for a moment; what the other one sees of it meanwhile. */
const ways = {
  reload: async (page) => {
    await page.reload();
  },
  outage: async (page, other, seat) => {
    await page.context().setOffline(true);
    await expect(page.getByTestId("connection")).toHaveAttribute("data-state", "lost");
    await expect(other.getByTestId(`seat-${seat}`)).toHaveAttribute("data-connected", "false");
    await page.context().setOffline(false);
  },
};

const facing = { red: "green", green: "red" };

for (const { name, version, begun } of phases) {
  test(`${name}: a reload and an outage of either side`, async ({ two }) => {
    const [red, green] = two;
    const pages = { red, green };
    await skipTo(version, pages);
    await reach(two, version);
    const next = sample.actions[version];
    for (const [seat, page] of Object.entries(pages)) {
      const other = pages[facing[seat]];
      for (const go of Object.values(ways)) {
        if (begun && seat === next.seat) await page.getByTestId(begun).click();
        const left = await countdown(page);
        await go(page, other, seat);
        await atTable(page);
        expect(await standing(page)).toEqual(truth(version));
        expect(await countdown(page)).toBeLessThanOrEqual(left);
        await expect(page.getByTestId("board")).toHaveAttribute("data-seat", seat);
        await expect(other.getByTestId(`seat-${seat}`)).toHaveAttribute("data-connected", "true");
        await expect(page.getByTestId(`seat-${facing[seat]}`)).toHaveAttribute("data-connected", "true");
      }
    }
    await perform(pages[next.seat], next);
    await reach(two, version + 1);
    for (const page of two) expect(await standing(page)).toEqual(truth(version + 1));
  });
}

test("in the queue: a reload and an outage", async ({ person }) => {
  const [page, other] = [await person(), await person()];
  await page.getByTestId("play").click();
  await expect(page.getByTestId("queue-status")).toContainText("0:01");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
  await page.context().setOffline(true);
  await expect(page.getByText("Connection lost")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("Connection lost")).toBeHidden();
  await expect(page.getByTestId("queue-status")).not.toContainText("0:00");
  await other.getByTestId("play").click();
  for (const it of [page, other]) await atTable(it);
});

for (const way of Object.keys(ways)) {
  test(`while the seats are drawn: ${way}`, async ({ person }) => {
    const both = [await person(), await person()];
    const [page] = both;
    // It seems to have shown its seed; the server waits for that until the page has come back.
    await page.route("**/api/reveal", (route) => route.fulfill({ json: null }));
    for (const it of both) await it.getByTestId("play").click();
    await expect(page).toHaveURL(/\/match\//);
    await page.unroute("**/api/reveal");
    if (way === "reload") {
      await page.reload();
    } else {
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    }
    for (const it of both) await atTable(it);
    const seats = await Promise.all(both.map((it) => it.getByTestId("board").getAttribute("data-seat")));
    expect(seats.sort()).toEqual(["green", "red"]);
  });
}

test("at the result: a reload and an outage", async ({ two }) => {
  const [red, green] = two;
  await tell(green, green.url(), "act", { id: green.url().split("/").at(-1), version: 0, act: { do: "resign" } });
  for (const page of two) await expect(page.getByTestId("result")).toBeVisible();
  for (const go of Object.values(ways)) {
    await go(red, green, "red");
    await atTable(red);
    await expect(red.getByTestId("result")).toHaveAttribute("data-result", "won");
    await expect(red.getByTestId("countdown")).toHaveCount(0);
  }
  await red.getByTestId("rematch").focus();
  await expect(red.getByTestId("rematch")).toBeFocused();
  await red.getByTestId("back-to-lobby").click();
  await expect(red.getByTestId("play")).toBeVisible();
  await expect(green.getByTestId("result")).toBeVisible();
});
