/** A select box of languages, each under its own name. */
import { useLanguageChoice, useText } from "../text/language.tsx";
import { LANGUAGES } from "../text/languages.ts";

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
