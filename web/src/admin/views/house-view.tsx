/** Lists the house's makers with what they have and may lose, starts one in a market, and stops it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatMoney, formatShares } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import type { Column } from "../parts/data-table.tsx";
import { RoleButton } from "../parts/role-button.tsx";
import { View } from "../parts/view.tsx";
import { StartHouseMaker } from "./start-house-maker.tsx";

type HouseMaker = Operations["GET /house-makers"]["answer"]["data"][number];

const EVERY_MS = 3_000;

export function HouseView() {
  const { house: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const query = useQuery({
    queryKey: ["house-makers"],
    queryFn: ({ signal }) => request("GET /house-makers", { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <View title={words.title} lead={words.lead} role="treasury">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <section className="panel">
        <h2>{words.makers}</h2>
        <Loaded query={query}>{({ data }) => <MakerTable makers={data} onDone={setDone} />}</Loaded>
      </section>
      <StartHouseMaker onDone={setDone} />
    </View>
  );
}

type TableProps = {
  readonly makers: readonly HouseMaker[];
  readonly onDone: (done: CompletedAction) => void;
};

function MakerTable({ makers, onDone }: TableProps) {
  const { house: words } = useConsoleText();
  const [stopping, setStopping] = useState<HouseMaker>();
  const figures = useFigureColumns();
  return (
    <>
      <DataTable
        caption={words.makers}
        columns={[
          {
            name: words.market,
            cell: ({ slug, conditionId, account }) => (
              <div>
                <Link href={`/markets/${conditionId}`}>{slug || conditionId}</Link>
                <br />
                <CopyableText text={account} />
              </div>
            ),
          },
          { name: words.state, cell: (maker) => <MakerState maker={maker} /> },
          ...figures,
          {
            name: words.change,
            cell: (maker) =>
              maker.stoppedAt === null && (
                <RoleButton role="treasury" className="small" onClick={() => setStopping(maker)}>
                  {words.stop}
                </RoleButton>
              ),
          },
        ]}
        rows={makers}
        keyOf={({ account }) => account}
        empty={words.empty}
      />
      {stopping && <StopDialog maker={stopping} close={() => setStopping(undefined)} onDone={onDone} />}
    </>
  );
}

function MakerState({ maker: { kind, liquidity, state, why } }: { readonly maker: HouseMaker }) {
  const { house: words, residents } = useConsoleText();
  const formats = useFormats();
  const b = liquidity === null ? null : formatShares(liquidity, formats);
  return (
    <div>
      <span>{why === "" ? words.states[state] : `${words.states[state]}: ${why}`}</span>
      <br />
      <small className="soft">{residents.makerOf(residents.makers[kind], b)}</small>
    </div>
  );
}

function useFigureColumns(): readonly Column<HouseMaker>[] {
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

type StopProps = Pick<TableProps, "onDone"> & { readonly maker: HouseMaker; readonly close: () => void };

function StopDialog({ maker: { conditionId, slug }, close, onDone }: StopProps) {
  const { house: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.stop}
      note={words.stopNote(slug || conditionId)}
      submit={words.stop}
      danger
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const options = { params: { market: conditionId }, body: { reason: readField("reason") } };
        await request("POST /markets/{market}/house-maker/stop", options);
        return { words: words.stopped(slug || conditionId), subject: conditionId };
      }}
    />
  );
}
