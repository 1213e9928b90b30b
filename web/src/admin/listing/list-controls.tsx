/** The search field, and the filters that apply without a search. */
import { ChoiceButtons } from "../../parts/controls/choices.tsx";
import { SelectField, TextField } from "../parts/fields.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { LIST_KINDS, ORDERS, STATES } from "./list-filter.ts";
import type { ListFilter } from "./list-filter.ts";

export type FilterProps = {
  readonly filter: ListFilter;
  readonly onFilter: (filter: ListFilter) => void;
};

/** Maximum length of a search. */
const MAX_WORDS = 500;

export function ListControls({ filter, onFilter }: FilterProps) {
  const { markets: words } = useConsoleText();
  return (
    <form className="stack" role="search" onSubmit={(event) => event.preventDefault()}>
      <TextField
        type="search"
        label={words.search}
        hint={words.searchHint}
        value={filter.words}
        onChange={({ currentTarget }) => onFilter({ ...filter, words: currentTarget.value })}
        maxLength={MAX_WORDS}
        spellCheck={false}
      />
      <div className="list-controls">
        <ChoiceButtons
          name={words.kind}
          options={LIST_KINDS.map((kind) => [kind, words.kinds[kind]] as const)}
          chosen={filter.kind}
          onChoose={(kind) => onFilter({ ...filter, kind })}
        />
        {filter.words.trim() === "" && <Selects filter={filter} onFilter={onFilter} />}
      </div>
    </form>
  );
}

function Selects({ filter, onFilter }: FilterProps) {
  const { markets: words } = useConsoleText();
  return (
    <>
      <SelectField
        label={words.state}
        value={filter.state}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, state: STATES.find((one) => one === value) ?? "all" })
        }
      >
        {STATES.map((state) => (
          <option key={state} value={state}>
            {words.states[state]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.order}
        value={filter.order}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, order: ORDERS.find((one) => one === value) ?? "newest" })
        }
      >
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {words.orders[order]}
          </option>
        ))}
      </SelectField>
    </>
  );
}
