// A page whose every complaint fails the test: console errors and warnings, exceptions, refused or failed requests.
import { test as plain, expect } from "@playwright/test";

export const test = plain.extend({
  complaints: [
    async ({ page }, use) => {
      const complaints = hear(page);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** What a page complains of from now on. */
export function hear(page) {
  const complaints = [];
  page.on("console", (message) => {
    // What the tests' own settings bring about.
    if (message.text().includes("blocked by Playwright")) return;
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/** Opens a page and waits until its program has taken over. */
export async function open(page, path) {
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
}
