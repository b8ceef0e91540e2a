// After the match: the dice are checked, it can be looked at step by step, and its record checked anywhere.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { program } from "../own-server.mjs";
import { act, expect, open, playByItself, setAutoRoll, standing, test } from "./players.mjs";

/** Plays a few moves, then the first gives up. */
async function shortMatch(two, moves = 8) {
  for (let turn = 0; turn < moves; turn += 1) await act(two);
  const [loser] = two;
  await loser.getByTestId("resign").click();
  await loser.getByTestId("confirm-resign").click();
  for (const page of two) await expect(page.getByTestId("result")).toBeVisible();
}

const idOf = (page) => new URL(page.url()).pathname.split("/").pop();

test("the dice are sealed before the end and checked at it", async ({ two, person }) => {
  const [red, green] = two;
  await red.getByTestId("seal").locator("summary").click();
  await expect(red.getByTestId("seal").locator("code")).toHaveCount(3);
  await expect(red.getByTestId("absent")).toHaveCount(0);
  const watcher = await person();
  await open(watcher, red.url());
  await shortMatch(two);
  for (const page of two) {
    const check = page.getByTestId("dice-check");
    await expect(check).toHaveAttribute("data-state", "holds");
    await expect(check).toContainText("the ones that were promised");
    await expect(check.locator("[data-check=note]")).toHaveAttribute("data-came", "right");
  }
  const check = watcher.getByTestId("dice-check");
  await expect(check).toHaveAttribute("data-state", "holds");
  await expect(check.locator("[data-check=note]")).toHaveCount(0);
  await expect(green.getByTestId("replay-link")).toHaveAttribute("href", `/replays/${idOf(green)}`);
});

test("a record that was doctored is told loudly", async ({ two }) => {
  const [red, green] = two;
  const doctor = (change) => async (route) => {
    const answer = await route.fetch();
    const record = await answer.json();
    change(record);
    await route.fulfill({ response: answer, json: record });
  };
  // Another server seed with a commitment that fits it: only the note of the pairing tells.
  await red.route("**/api/record", doctor((record) => (record.fairness.server_commitment = "00".repeat(32))));
  await green.route("**/api/record", doctor((record) => (record.actions[0].t += 1)));
  await shortMatch(two);
  for (const page of two) {
    await expect(page.getByTestId("dice-check")).toHaveAttribute("data-state", "fails");
    await expect(page.getByTestId("dice-check")).toContainText("do NOT hold");
    await expect(page.getByTestId("dice-check").locator("[data-check=digest]")).toHaveAttribute("data-came", "wrong");
  }
  await expect(red.getByTestId("dice-check").locator("[data-check=note]")).toContainText("promised another seed");
});

test("a finished match is looked at step by step", async ({ two, person }) => {
  await shortMatch(two, 12);
  const [red] = two;
  const id = idOf(red);
  const end = await standing(red);
  const page = await person();
  await open(page, `/replays/${id}`);
  const board = page.getByTestId("board");
  await expect(board).toHaveAttribute("data-version", "0");
  await expect(page.getByTestId("dice-checked")).toHaveAttribute("data-holds", "true");
  await page.getByTestId("next").click();
  await expect(board).toHaveAttribute("data-version", "1");
  await expect(page).toHaveURL(/#v=1$/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(board).toHaveAttribute("data-version", "3");
  await page.keyboard.press("ArrowLeft");
  await expect(board).toHaveAttribute("data-version", "2");
  await page.keyboard.press("End");
  await expect(board).toHaveAttribute("data-version", String(end.version));
  expect((await standing(page)).check).toBe(end.check);
  await page.getByTestId("first").click();
  await page.getByTestId("actions").getByRole("button").nth(3).click();
  const at = await board.getAttribute("data-version");
  await page.reload();
  await expect(board).toHaveAttribute("data-version", at);
  await open(page, `/replays/${id}#v=5`);
  await expect(board).toHaveAttribute("data-version", "5");
  await page.getByTestId("speed-3").click();
  await page.getByTestId("play-pause").click();
  await expect(board).toHaveAttribute("data-version", String(end.version));
  await expect(page.getByTestId("play-pause")).toHaveAttribute("aria-label", "Play");
  await page.getByTestId("turn-board").click();
  await expect(page.locator(".table-board")).toHaveAttribute("data-near", "green");
});

test("a match that goes on has no replay yet, and none is none", async ({ two, person, server }) => {
  const [red] = two;
  const page = await person();
  await open(page, `/replays/${idOf(red)}`);
  await expect(page.getByTestId("goes-on")).toBeVisible();
  const answer = await fetch(`${server.url}/replays/${idOf(red)}/record.json`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("not over");
  expect((await fetch(`${server.url}/replays/nosuchmatch`)).status).toBe(404);
  expect((await fetch(`${server.url}/replays/nosuchmatch/record.json`)).status).toBe(404);
});

test("a whole match's record is downloaded and checked on the page and by the program", async ({ two, person }, info) => {
  test.setTimeout(180_000);
  for (const page of two) {
    await setAutoRoll(page, true);
    await playByItself(page);
  }
  const [red] = two;
  await expect(red.getByTestId("result")).toBeVisible({ timeout: 150_000 });
  await expect(red.getByTestId("dice-check")).toHaveAttribute("data-state", "holds");
  const page = await person();
  await open(page, `/replays/${idOf(red)}`);
  for (const sight of ["hit", "flight", "home"]) {
    await page.getByTestId("sight").selectOption(sight);
    await page.getByTestId("first").click({ force: true }).catch(() => {});
    if (await page.getByTestId("next-sight").isEnabled()) {
      await page.getByTestId("next-sight").click();
      await expect(page.getByTestId("board")).not.toHaveAttribute("data-version", "0");
    }
  }
  const downloading = page.waitForEvent("download");
  await page.getByTestId("download").click();
  const file = info.outputPath("match.json");
  await (await downloading).saveAs(file);
  expect(execFileSync(program, ["verify", file], { encoding: "utf8" })).toContain(": ok");

  await open(page, "/verify");
  await page.getByTestId("file").setInputFiles(file);
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-holds", "true");
  await page.getByTestId("step-through").click();
  await expect(page.getByTestId("replay")).toBeVisible();
  await page.getByRole("button", { name: "Back to the checks" }).click();

  const record = JSON.parse(readFileSync(file, "utf8"));
  const broken = info.outputPath("broken.json");
  writeFileSync(broken, JSON.stringify({ ...record, clock_ms: record.clock_ms + 1 }));
  await page.getByTestId("file").setInputFiles(broken);
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-holds", "false");
  await expect(page.locator("[data-check=digest]")).toHaveAttribute("data-came", "wrong");

  // What is refused leaves no verdict beside it. A mark at the beginning is refused here as by the program.
  const marked = info.outputPath("marked.json");
  writeFileSync(marked, `\ufeff${JSON.stringify(record)}`);
  expect(spawnSync(program, ["verify", marked]).status).toBe(2);
  await page.getByTestId("file").setInputFiles(marked);
  await expect(page.getByTestId("refused")).toContainText("marked.json");
  await expect(page.getByTestId("verdict")).toHaveCount(0);
});

test("what is no record is told what it is", async ({ person }, info) => {
  const page = await person();
  await open(page, "/verify");
  const cases = [
    ["a.json", "not JSON at all", "not JSON"],
    ["b.json", "{}", "nothing in it says"],
    ["c.json", '{"format":"flychess-record/2"}', "does not know"],
    ["d.json", '{"format":"something-else/1"}', "no record of a match"],
    ["e.json", '{"format":"flychess-record/1"}', "not written as one"],
    ["f.json", '{"format":"flychess-note/1"}', "not written as one"],
  ];
  for (const [name, text, told] of cases) {
    const file = info.outputPath(name);
    writeFileSync(file, text);
    await page.getByTestId("file").setInputFiles(file);
    await expect(page.getByTestId("refused")).toContainText(told);
    await expect(page.getByTestId("refused")).toContainText(name);
  }
  await page.getByTestId("file").setInputFiles({ name: "huge.json", mimeType: "application/json", buffer: Buffer.alloc(5 << 20, 32) });
  await expect(page.getByTestId("refused")).toContainText("4 MiB");
});

test("the page about the dice works its example out", async ({ person }) => {
  const page = await person();
  await open(page, "/dice");
  const seed = page.getByTestId("example-seed");
  await expect(seed).toHaveText("c46a558104617920aefba4f6eb51758822ff412638ad28f6975c0c84c6c2b478");
  await page.getByTestId("draw-again").click();
  await expect(seed).not.toHaveText(/^c46a5581/);
  await expect(page.getByTestId("example-rolls")).toHaveAttribute("data-rolls", /^([1-6] ){9}[1-6]$/);
});
