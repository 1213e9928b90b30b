/** House market makers with their holdings and maximum loss: a list, and forms to start and stop one. */
import { Link } from "wouter";
import { useFormats } from "../../../text/language.tsx";
import { explainMaker } from "../explain-maker.ts";
import { MarketName } from "../../listing/market-name.tsx";
import { FormFault } from "../../action/field-fault.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { formatExactMoney, formatMoney, formatShares } from "../../parts/format-amounts.ts";
import { useOperatorClient } from "../../session/operator-session.tsx";
import type { Answer } from "../../session/operator-session.tsx";
import { CopyableText } from "../../parts/data-table.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { nameField, Options, SelectField, TextField } from "../../parts/fields.tsx";
import { readPrice } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { FormPanel, ResourceList } from "../../parts/resource.tsx";
import { ActionView } from "../../parts/view.tsx";
import { useAmountReader } from "../people/transfer.tsx";

type HouseMaker = Answer<"GET /house-makers">["data"][number];

const POLL_MS = 3_000;

export function HouseMakersView({ market = "" }: { readonly market?: string }) {
  const { house: words } = useConsoleText();
  const request = useOperatorClient();
  const statisticsColumns = useStatisticsColumns();
  return (
    <ActionView title={words.title} lead={words.lead} role="treasury">
      <ResourceList
        title={words.makers}
        read="GET /house-makers"
        refetchInterval={POLL_MS}
        columns={[
          {
            name: words.market,
            cell: ({ slug, conditionId, account }) => (
              <div>
                <MarketName conditionId={conditionId} slug={slug} />
                <br />
                <CopyableText text={account} />
              </div>
            ),
          },
          { name: words.state, cell: (maker) => <MakerState maker={maker} /> },
          ...statisticsColumns,
        ]}
        keyOf={({ account }) => account}
        empty={words.empty}
        action={{
          column: words.change,
          name: words.stop,
          note: ({ conditionId, slug }) => words.stopNote(slug || conditionId),
          danger: true,
          role: "treasury",
          isOffered: ({ stoppedAt }) => stoppedAt === null,
          act: async ({ conditionId, slug }, readField) => {
            const options = { params: { market: conditionId }, body: { reason: readField("reason") } };
            await request("POST /markets/{market}/house-maker/stop", options);
            return { words: words.stopped(slug || conditionId), subject: conditionId };
          },
        }}
      />
      <StartHouseMaker market={market} />
    </ActionView>
  );
}

function MakerState({ maker: { account, kind, liquidity, state, why } }: { readonly maker: HouseMaker }) {
  const text = useConsoleText();
  const { house: words, residents } = text;
  const formats = useFormats();
  const b = liquidity === null ? null : formatShares(liquidity, formats);
  return (
    <div>
      <span>{words.states[state]}</span>
      {why !== "" && <small className="soft">{explainMaker(why, text, formats)}</small>}
      {(state === "ended" || state === "stopped") && (
        <small>
          <Link href={`/wallets/${account}`}>{words.toAccount}</Link>
        </small>
      )}
      <small className="soft">{residents.makerOf(residents.makers[kind], b)}</small>
    </div>
  );
}

function useStatisticsColumns(): readonly Column<HouseMaker>[] {
  const { house: words } = useConsoleText();
  const formats = useFormats();
  const money = (amount: string, of: string): string =>
    `${formatMoney(amount, formats)} / ${formatMoney(of, formats)}`;
  const shares = ([first, second]: HouseMaker["shares"]): string =>
    `${formatShares(first, formats)} / ${formatShares(second, formats)}`;
  return [
    { name: words.budget, cell: ({ available, budget }) => money(available, budget), number: true },
    { name: words.loss, cell: ({ loss, maximumLoss }) => money(loss, maximumLoss), number: true },
    { name: words.shares, cell: (maker) => shares(maker.shares), number: true },
    { name: words.quotes, cell: ({ bids, asks }) => `${bids} / ${asks}`, number: true },
  ];
}

const HOUSE_MAKER_KINDS = ["lmsr", "fair-value"] as const satisfies readonly HouseMaker["kind"][];

/** A form that starts a house market maker in a market, with a budget and a maximum loss. */
function StartHouseMaker({ market }: { readonly market: string }) {
  const { house: words, action } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const readAmount = useAmountReader();
  const readFilledPrice = (readField: FieldReader): string | undefined => {
    const text = readField("price");
    const price = readPrice(text);
    if (text !== "" && price === undefined) throw new FormFault("price", action.mistakes.price);
    return price;
  };
  const readFilledAmount = (readField: FieldReader, name: string): string | undefined =>
    readField(name) === "" ? undefined : readAmount(readField, name);
  return (
    <FormPanel
      title={words.start}
      confirm={(readField) => {
        readFilledPrice(readField);
        const loss = readAmount(readField, "maximumLoss");
        return words.confirm(formatExactMoney(readFilledAmount(readField, "budget") ?? loss, formats));
      }}
      act={async (readField) => {
        const [levels, price] = [readField("levels"), readFilledPrice(readField)];
        const budget = readFilledAmount(readField, "budget");
        const { conditionId, slug } = await request("POST /markets/{market}/house-maker/start", {
          params: { market: readField("market") },
          body: {
            maximumLoss: readAmount(readField, "maximumLoss"),
            kind: HOUSE_MAKER_KINDS.find((kind) => kind === readField("kind")) ?? HOUSE_MAKER_KINDS[0],
            reason: readField("reason"),
            ...(budget !== undefined && { budget }),
            ...(price !== undefined && { price }),
            ...(levels !== "" && { levels: Number(levels) }),
          },
        });
        return { words: words.started(slug || conditionId), subject: conditionId };
      }}
    >
      <TermFields market={market} />
    </FormPanel>
  );
}

function TermFields({ market }: { readonly market: string }) {
  const { house: words, residents, create } = useConsoleText();
  return (
    <>
      <TextField {...nameField(words, "market")} defaultValue={market} spellCheck={false} required />
      <TextField {...nameField(words, "maximumLoss")} inputMode="decimal" required />
      <TextField {...nameField(words, "price")} inputMode="decimal" />
      <details>
        <summary>{create.further}</summary>
        <div className="stack">
          <TextField name="budget" label={words.budgetGiven} hint={words.budgetHint} inputMode="decimal" />
          <SelectField {...nameField(words, "kind")} defaultValue="lmsr">
            <Options of={HOUSE_MAKER_KINDS} names={residents.makers} />
          </SelectField>
          <TextField {...nameField(words, "levels")} type="number" min={1} />
        </div>
      </details>
    </>
  );
}
