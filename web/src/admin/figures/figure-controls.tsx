/** Fields that choose the days, the markets and the wallets of figures. */
import { useState } from "react";
import { ChoiceButtons } from "../../parts/choice-buttons.tsx";
import { useConsoleText } from "../console-text.ts";
import { CheckField, SelectField, TextField } from "../parts/fields.tsx";
import { useStatus } from "../status.ts";
import { DAY_MS, dayOf, SCOPES, UNITS } from "./figure-filter.ts";
import type { FigureFilter, Scope } from "./figure-filter.ts";

type ControlsProps = {
  readonly filter: FigureFilter;
  readonly onFilter: (changed: Partial<FigureFilter>) => void;
};

const MOST_TERM = 400;

export function FigureControls({ filter, onFilter }: ControlsProps) {
  const { figures: words } = useConsoleText();
  return (
    <div className="panel stack">
      <div className="list-controls">
        <RangeButtons filter={filter} onFilter={onFilter} />
        <ChoiceButtons
          name={words.per}
          options={UNITS.map((unit) => [unit, words.units[unit]] as const)}
          chosen={filter.per}
          onChoose={(per) => onFilter({ per })}
        />
      </div>
      <Named key={`${filter.from} ${filter.last} ${filter.scope} ${filter.term}`} {...{ filter, onFilter }} />
      <CheckField
        label={words.withoutHouse}
        hint={words.withoutHouseHint}
        checked={filter.withoutHouse}
        onChange={({ currentTarget }) => onFilter({ withoutHouse: currentTarget.checked })}
      />
    </div>
  );
}

const RANGES = ["7", "30", "90", "365"] as const;
const USUAL = "30";

/** Buttons of ranges that end today, by the clock of the exchange. */
function RangeButtons({ filter: { from, last }, onFilter }: ControlsProps) {
  const { figures: words } = useConsoleText();
  const { data } = useStatus();
  const now = data === undefined ? Date.now() : Date.parse(data.clock.time);
  const begin = (days: string): string => (days === USUAL ? "" : dayOf(now - (Number(days) - 1) * DAY_MS));
  const chosen = last === "" ? RANGES.find((days) => begin(days) === from) : undefined;
  return (
    <ChoiceButtons<string>
      name={words.range}
      options={RANGES.map((days) => [days, words.lastDays(days)] as const)}
      chosen={chosen ?? ""}
      onChoose={(days) => onFilter({ from: begin(days), last: "" })}
    />
  );
}

/** Days and a market that are typed count once they are sent. */
function Named({ filter, onFilter }: ControlsProps) {
  const { figures: words } = useConsoleText();
  const [from, setFrom] = useState(filter.from);
  const [last, setLast] = useState(filter.last);
  const [scope, setScope] = useState<Scope>(filter.scope);
  const [term, setTerm] = useState(filter.term);
  return (
    <form
      className="list-controls"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter({ from, last, scope, term: scope === "all" ? "" : term.trim() });
      }}
    >
      <TextField
        type="date"
        label={words.from}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        type="date"
        label={words.last}
        value={last}
        min={from}
        onChange={(event) => setLast(event.currentTarget.value)}
      />
      <ScopeFields scope={scope} term={term} onScope={setScope} onTerm={setTerm} />
      <button type="submit" className="primary">
        {words.show}
      </button>
    </form>
  );
}

type ScopeProps = {
  readonly scope: Scope;
  readonly term: string;
  readonly onScope: (scope: Scope) => void;
  readonly onTerm: (term: string) => void;
};

function ScopeFields({ scope, term, onScope, onTerm }: ScopeProps) {
  const { figures: words } = useConsoleText();
  return (
    <>
      <SelectField
        label={words.scope}
        value={scope}
        onChange={({ currentTarget: { value } }) => onScope(SCOPES.find((one) => one === value) ?? "all")}
      >
        {SCOPES.map((one) => (
          <option key={one} value={one}>
            {words.scopes[one]}
          </option>
        ))}
      </SelectField>
      {scope !== "all" && (
        <TextField
          label={words.scopes[scope]}
          value={term}
          required
          maxLength={MOST_TERM}
          spellCheck={false}
          placeholder={words.terms[scope]}
          onChange={({ currentTarget }) => onTerm(currentTarget.value)}
        />
      )}
    </>
  );
}
