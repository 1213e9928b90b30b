/** A select box of languages, each under its own name. */
import { LANGUAGE_NAMES, useLanguageChoice, useText } from "../text/language.tsx";

export function LanguageChoice() {
  const { layout } = useText();
  const { code, choose } = useLanguageChoice();
  return (
    <label>
      {layout.language}{" "}
      <select value={code} onChange={({ target }) => choose(target.value)}>
        {LANGUAGE_NAMES.map((one) => (
          <option key={one.code} value={one.code} lang={one.code}>
            {one.language}
          </option>
        ))}
      </select>
    </label>
  );
}
