/** Fields that choose the days, the markets and the wallets of figures. */
import { useState } from "react";
import { ChoiceButtons } from "../../parts/choice-buttons.tsx";
import { useConsoleText } from "../console-text.ts";
import { CheckField, SelectField, TextField } from "../parts/fields.tsx";
import { useStatus } from "../status.ts";
import { DAY_MS, dayOf, SCOPES, shownDays, UNITS, USUAL_DAYS } from "./figure-filter.ts";
import type { FigureFilter, Scope, ShownDays } from "./figure-filter.ts";

type ControlsProps = {
  readonly filter: FigureFilter;
  readonly onFilter: (changed: Partial<FigureFilter>) => void;
};

const MAX_TERM = 400;

export function FigureControls({ filter, onFilter }: ControlsProps) {
  const { figures: words } = useConsoleText();
  const days = shownDays(filter, useToday());
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
      <Named
        key={`${days.from} ${days.last} ${filter.scope} ${filter.term}`}
        {...{ filter, onFilter, days }}
      />
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
const USUAL = String(USUAL_DAYS);

/** A time of today in unix milliseconds, by the clock of the exchange. */
function useToday(): number {
  const { data } = useStatus();
  return data === undefined ? Date.now() : Date.parse(data.clock.time);
}

/** Buttons of ranges that end today. */
function RangeButtons({ filter: { from, last }, onFilter }: ControlsProps) {
  const { figures: words } = useConsoleText();
  const now = useToday();
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

type NamedProps = ControlsProps & { readonly days: ShownDays };

/** Days and a market that are typed count once they are sent. Days that stay as they are shown go on with the clock. */
function Named({ filter, onFilter, days }: NamedProps) {
  const { figures: words } = useConsoleText();
  const [from, setFrom] = useState(days.from);
  const [last, setLast] = useState(days.last);
  const [scope, setScope] = useState<Scope>(filter.scope);
  const [term, setTerm] = useState(filter.term);
  return (
    <form
      className="list-controls"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = from === days.from && last === days.last ? {} : { from, last };
        onFilter({ ...typed, scope, term: scope === "all" ? "" : term.trim() });
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
          maxLength={MAX_TERM}
          spellCheck={false}
          placeholder={words.terms[scope]}
          onChange={({ currentTarget }) => onTerm(currentTarget.value)}
        />
      )}
    </>
  );
}
