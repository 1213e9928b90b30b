/** A dialog that cancels open orders of a wallet or a market, after a preview of their number and owners. */
import { useState } from "react";
import { Loaded } from "../../../parts/loaded.tsx";
import { useFormats } from "../../../text/language.tsx";
import { ActionDialog } from "../../action/action-form.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { useOperatorClient, useOperatorQuery } from "../../session/operator-session.tsx";
import { DataTable } from "../../parts/data-table.tsx";
import { SelectField } from "../../parts/fields.tsx";

type Outcome = "yes" | "no";

/** The orders of a wallet in all markets, or of a market with the names of its outcomes. */
export type OrderSelection =
  | { readonly address: string }
  | { readonly market: string; readonly outcomes: readonly [string, string] };

type DialogProps = { readonly meant: OrderSelection; readonly close: () => void };

export const CANCEL_ROLE = "market-admin" as const;

export function CancelOrdersDialog({ meant, close }: DialogProps) {
  const { cancelOrders: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const [outcome, setOutcome] = useState<Outcome | "">("");
  const ordersQuery =
    "address" in meant
      ? { address: meant.address }
      : { market: meant.market, ...(outcome !== "" && { outcome }) };
  return (
    <ActionDialog
      title={words.title}
      note={words.note}
      role={CANCEL_ROLE}
      danger
      close={close}
      act={async (readField) => {
        const body = { ...ordersQuery, reason: readField("reason") };
        const { canceledOrders, wallets } = await request("POST /orders/cancel", { body });
        const subject = "address" in meant ? meant.address : meant.market;
        return { words: words.done(formats.count(canceledOrders), formats.count(wallets)), subject };
      }}
    >
      {"outcomes" in meant && (
        <SelectField
          name="outcome"
          label={words.outcome}
          value={outcome}
          onChange={({ currentTarget: { value } }) =>
            setOutcome(value === "yes" || value === "no" ? value : "")
          }
        >
          <option value="">{words.both}</option>
          <option value="yes">{meant.outcomes[0]}</option>
          <option value="no">{meant.outcomes[1]}</option>
        </SelectField>
      )}
      <Rehearsal named={ordersQuery} />
    </ActionDialog>
  );
}

type Named = {
  readonly address?: string;
  readonly market?: string;
  readonly outcome?: Outcome;
};

/** Wallets shown at first. */
const INITIAL_WALLETS = 20;

function Rehearsal({ named }: { readonly named: Named }) {
  const { cancelOrders: words } = useConsoleText();
  const formats = useFormats();
  const rehearsal = useOperatorQuery("GET /orders/rehearsal", { query: named });
  return (
    <fieldset>
      <legend>{words.rehearsal}</legend>
      <Loaded query={rehearsal} rows={2}>
        {({ orders, wallets, markets, accounts }) => (
          <>
            <p>{words.counts(formats.count(orders), formats.count(wallets), formats.count(markets))}</p>
            <DataTable
              caption={words.rehearsal}
              columns={[
                { name: words.wallet, kind: "id", cell: ({ address }) => address },
                { name: words.orders, kind: "count", cell: (account) => account.orders },
              ]}
              rows={accounts}
              keyOf={({ address }) => address}
              empty={words.none}
              atOnce={INITIAL_WALLETS}
            />
          </>
        )}
      </Loaded>
    </fieldset>
  );
}
