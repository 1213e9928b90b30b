/** A select box of colour themes. */
import { useState } from "react";
import { useText } from "../text/language.tsx";
import { applyTheme, readTheme, THEMES } from "../theme.ts";

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
