// A page that is older than the server: it is loaded anew at a safe moment, once, and nothing is lost.
import { sample, truth } from "../sample.mjs";
import { atTable, expect, meet, open, reach, standing, test } from "./players.mjs";

test.use({ seed: sample.seed });

/** Lets a page speak the protocol of another version once it is told that it is old; a reload makes it new again,
 * unless it is old for good. */
async function canBeOld(page, forGood = false) {
  await page.context().addInitScript((forGood) => {
    const Real = window.WebSocket;
    window.isOld = forGood;
    window.WebSocket = class extends Real {
      constructor(address, protocols) {
        super(window.isOld ? String(address).replace(/protocol=\d+/, "protocol=0") : address, protocols);
      }
    };
  }, forGood);
  await page.reload();
}

/** From its next connection on the page is old. */
async function growOld(page) {
  await page.evaluate(() => {
    window.isOld = true;
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
  });
}

/** Counts how often a page is loaded from now on. */
function loads(page) {
  const seen = { count: 0 };
  page.on("domcontentloaded", () => (seen.count += 1));
  return seen;
}

test("in the queue it is loaded anew, and the place is kept", async ({ person }) => {
  const [page, other] = [await person(), await person()];
  await canBeOld(page);
  await open(page, "/");
  const name = await page.getByTestId("identity").innerText();
  await page.getByTestId("play").click();
  await expect(page.getByTestId("queue-status")).toContainText("0:01");
  const seen = loads(page);
  await growOld(page);
  await expect.poll(() => seen.count).toBe(1);
  await expect(page.getByTestId("queue-status")).toBeVisible();
  await expect(page.getByTestId("identity")).toHaveText(name);
  await other.getByTestId("play").click();
  for (const it of [page, other]) await atTable(it);
  expect(seen.count).toBe(1);
});

test("in the other's turn it is loaded anew at once", async ({ two }) => {
  const [, green] = two;
  await canBeOld(green);
  await atTable(green);
  const seen = loads(green);
  await growOld(green);
  await expect.poll(() => seen.count).toBe(1);
  await atTable(green);
  await expect(green.getByTestId("board")).toHaveAttribute("data-seat", "green");
  expect(await standing(green)).toEqual(truth(0));
});

test("in one's own turn it waits for the action, which counts", async ({ two }) => {
  const [red, green] = two;
  await canBeOld(red);
  await atTable(red);
  const seen = loads(red);
  await growOld(red);
  await expect(red.getByTestId("connection")).toHaveAttribute("data-state", "outdated");
  await expect(red.getByTestId("connection")).toContainText("updated");
  await expect(red.getByTestId("roll")).toBeEnabled();
  expect(seen.count).toBe(0);
  await red.getByTestId("roll").click();
  await expect.poll(() => seen.count).toBe(1);
  await atTable(red);
  await reach([red, green], 1);
  expect(await standing(red)).toEqual(truth(1));
  await expect(red.getByTestId("board")).toHaveAttribute("data-seat", "red");
});

test("switched on in an old page, Auto-Roll rolls first, and is kept", async ({ two }) => {
  const [red] = two;
  await canBeOld(red);
  await atTable(red);
  const seen = loads(red);
  await growOld(red);
  await expect(red.getByTestId("connection")).toHaveAttribute("data-state", "outdated");
  await red.getByTestId("logo").click();
  await red.getByTestId("auto-roll").click();
  await expect.poll(() => seen.count).toBe(1);
  await atTable(red);
  await reach(two, 1);
  await red.getByTestId("logo").click();
  await expect(red.getByTestId("auto-roll")).toBeChecked();
});

test("where a reload does not help it is not tried again, and the page says so", async ({ person }) => {
  const both = [await person(), await person()];
  const pair = await meet(both);
  const [, green] = pair;
  const seen = loads(green);
  await canBeOld(green, true);
  await expect.poll(() => seen.count).toBe(2);
  await expect(green.getByTestId("connection")).toHaveAttribute("data-state", "outdated");
  await expect(green.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(green.getByTestId("board")).toBeVisible();
  // By hand it can be tried as often as one likes.
  await green.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => seen.count).toBe(3);
  await expect(green.getByTestId("connection")).toHaveAttribute("data-state", "outdated");
  expect(seen.count).toBe(3);
});

test.describe("whose files are gone", () => {
  // What the browser says of the missing file.
  test.use({ loud: /404|Failed to fetch dynamically imported|exception: .*(404|import|WebAssembly|HTTP)/ });

  const gone = (route) => route.fulfill({ status: 404 });

  for (const file of ["**/pkg/*.wasm", "**/pkg/*.js"]) {
    test(`${file}: loaded anew once, it is whole`, async ({ person }) => {
      const page = await person();
      const seen = loads(page);
      await page.route(file, gone, { times: 1 });
      await page.goto("/");
      await expect.poll(() => seen.count).toBe(2);
      await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
      await expect(page.getByText("This page is from before an update")).toBeHidden();
      await expect(page.getByTestId("play")).toBeEnabled();
    });
  }

  test("for good: it can be read, and says what to do", async ({ person }) => {
    const page = await person();
    const seen = loads(page);
    await page.route("**/pkg/*.wasm", gone);
    await page.goto("/");
    await expect.poll(() => seen.count).toBe(2);
    await expect(page.getByText("This page is from before an update")).toBeVisible();
    await expect(page.getByTestId("board")).toBeVisible();
    await page.unroute("**/pkg/*.wasm");
    await page.getByRole("link", { name: "Load it anew" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
    await expect(page.getByText("This page is from before an update")).toBeHidden();
    expect(seen.count).toBe(3);
  });
});
