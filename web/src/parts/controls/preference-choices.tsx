/** Choices of the theme and of the language. */
import { useState } from "react";
import { useLanguageChoice, useText } from "../../text/language.tsx";
import { LANGUAGES } from "../../text/languages.ts";
import { THEMES, applyTheme, readTheme } from "../../base/theme.ts";

// A select box of colour themes.

export function ThemeChoice() {
  const { layout } = useText();
  const [theme, setTheme] = useState(readTheme);
  return (
    <label>
      {layout.theme}{" "}
      <select
        value={theme}
        onChange={({ target }) => {
          const chosen = THEMES.find((one) => one === target.value) ?? "system";
          applyTheme(chosen);
          setTheme(chosen);
        }}
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {layout.themes[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

// A select box of languages, each under its own name.

export function LanguageChoice() {
  const { layout } = useText();
  const { code, choose } = useLanguageChoice();
  return (
    <label>
      {layout.language}{" "}
      <select value={code} onChange={({ target }) => choose(target.value)}>
        {Object.entries(LANGUAGES).map(([one, { name }]) => (
          <option key={one} value={one} lang={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
