// What the first visit of the lobby and of a table transfers, as the built server sends it to a browser that takes Brotli.
// `make weight` prints it and fails over the budget.
import { get } from "node:http";
import { chromium } from "@playwright/test";
import { system } from "./chromium.mjs";
import { OwnServer } from "./own-server.mjs";

/** Bytes, for all that a first visit of a page transfers. */
const BUDGET = 350_000;

const server = await OwnServer.start();
const browser = await chromium.launch({ executablePath: system(), args: ["--no-sandbox", "--disable-gpu"] });
const paths = ["/", new URL(await match()).pathname];
await browser.close();
const sums = [];
for (const path of paths) sums.push(await weigh(path));
await server.stop();
const most = Math.max(...sums);
if (most > BUDGET) {
  console.error(`Over the budget: ${kilobytes(most)} of ${kilobytes(BUDGET)}`);
  process.exit(1);
}

/** The address of a match that two browsers play. */
async function match() {
  const pages = [];
  for (const number of [0, 1]) {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
    pages[number] = await context.newPage();
    await pages[number].goto("/");
    await pages[number].locator("html[data-hydrated=true]").waitFor();
    await pages[number].getByTestId("play").click();
  }
  await pages[0].waitForURL(/\/match\//);
  return pages[0].url();
}

/** Prints what a page and what its document names transfer; tells the sum. */
async function weigh(path) {
  const page = await fetched(path);
  const text = await (await fetch(`${server.url}${path}`)).text();
  // The program is named in the script that takes the page over.
  const names = text.match(/\/pkg\/[\w.-]+\.(?:css|js|wasm)|\/icon\.svg/g);
  const files = [...new Set(names)];
  console.log(`${path.replace(/[0-9a-z]{22}/, "{id}")}`);
  let sum = tell("document", page);
  for (const file of files) sum += tell(file, await fetched(file));
  tell("in all", sum);
  return sum;
}

function tell(what, bytes) {
  console.log(`  ${kilobytes(bytes).padStart(9)}  ${what}`);
  return bytes;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** The bytes of an answer as they came. */
function fetched(path) {
  return new Promise((resolve, reject) => {
    get(`${server.url}${path}`, { headers: { "accept-encoding": "br" } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      let bytes = 0;
      answer.on("data", (chunk) => (bytes += chunk.length));
      answer.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}
