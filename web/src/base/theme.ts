/** The colour theme of the page, which follows the system or the user's choice. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const NAME = "presage.theme";

export const readTheme = (): Theme =>
  THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? "system";

export function applyTheme(theme: Theme): void {
  localStorage.setItem(NAME, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
