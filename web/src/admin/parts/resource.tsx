/**
 * A resource of the operator API, as a view describes it: the operation that lists it, the columns of its table, the action
 * that each row offers, and the form that creates one.
 */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { downloadFile, formatCsv } from "../../base/csv.ts";
import type { Csv } from "../../base/csv.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/controls/buttons.tsx";
import { Failure } from "../../parts/states.tsx";
import { ActionDialog, ActionForm } from "../action/action-form.tsx";
import type { ActionFormProps } from "../action/action-form.tsx";
import type { ActionResult } from "../action/use-operator-action.ts";
import { useOperatorQuery } from "../session/operator-session.tsx";
import type { Answer, ReadName, ReadOptions } from "../session/operator-session.tsx";
import type { Role } from "../session/status.ts";
import { DataTable } from "./data-table.tsx";
import type { TableProps } from "./data-table.tsx";
import { readForm } from "./read-form.ts";
import type { FieldReader } from "./read-form.ts";
import { Panel, RoleButton } from "./view.tsx";

type RowOf<Listed> = Listed extends readonly (infer Row)[]
  ? Row
  : Listed extends { readonly data: readonly (infer Row)[] }
    ? Row
    : never;

/** An action on one row, which a dialog confirms with a note about its consequences. */
export type RowAction<Row> = {
  /** Header of the column with the buttons. */
  readonly column: string;
  /** Label of the button, title of the dialog, and label of the button in it. */
  readonly name: string;
  readonly note: (row: Row) => string;
  /** True if the action cannot be undone. */
  readonly danger?: boolean;
  /** Role that the button requires. By default only the dialog checks a role, the view's. */
  readonly role?: Role;
  /** True for rows with the button; all have it by default. */
  readonly isOffered?: (row: Row) => boolean;
  /** Cell of a row without the button. */
  readonly otherwise?: (row: Row) => ReactNode;
  /** Fields of the dialog besides the reason. */
  readonly fields?: ReactNode;
  readonly act: (row: Row, readField: FieldReader) => Promise<ActionResult>;
};

type ActionTableProps<Row> = TableProps<Row> & { readonly action?: RowAction<Row> | undefined };

/** A table whose rows offer an action. */
export function ActionTable<Row>({ action, columns, ...table }: ActionTableProps<Row>) {
  const [chosen, choose] = useState<{ readonly row: Row }>();
  if (action === undefined) return <DataTable {...table} columns={columns} />;
  const { column, name, note, danger = false, fields, act } = action;
  const cell = (row: Row): ReactNode => (
    <ActionCell row={row} action={action} onClick={() => choose({ row })} />
  );
  return (
    <>
      <DataTable {...table} columns={[...columns, { name: column, cell }]} />
      {chosen && (
        <ActionDialog
          title={name}
          note={note(chosen.row)}
          danger={danger}
          close={() => choose(undefined)}
          act={(readField) => act(chosen.row, readField)}
        >
          {fields}
        </ActionDialog>
      )}
    </>
  );
}

type CellProps<Row> = {
  readonly row: Row;
  readonly action: RowAction<Row>;
  readonly onClick: () => void;
};

function ActionCell<Row>({ row, action, onClick }: CellProps<Row>): ReactNode {
  const { name, role, isOffered, otherwise } = action;
  if (isOffered?.(row) === false) return otherwise?.(row);
  if (role !== undefined)
    return (
      <RoleButton role={role} className="small" onClick={onClick}>
        {name}
      </RoleButton>
    );
  return (
    <button type="button" className="small" onClick={onClick}>
      {name}
    </button>
  );
}

type ListProps<Name extends ReadName> = ReadOptions<Name> &
  Omit<ActionTableProps<RowOf<Answer<Name>>>, "caption" | "rows"> & {
    readonly title: string;
    /** Operation that lists the resource, as an array or in the field `data`. */
    readonly read: Name;
    /** Content of the panel above and below the table. */
    readonly above?: ReactNode;
    readonly below?: (answer: Answer<Name>) => ReactNode;
  };

/** A panel with the table of a resource. */
export function ResourceList<Name extends ReadName>(props: ListProps<Name>) {
  const { title, read, above, below, columns, keyOf, empty, atOnce, action, ...options } = props;
  const query = useOperatorQuery(read, options as ReadOptions<Name>);
  const table = { caption: title, columns, keyOf, empty, atOnce, action };
  return (
    <Panel title={title}>
      {above}
      <Loaded query={query}>
        {(answer) => (
          <>
            <ActionTable {...table} rows={listRows(answer)} />
            {below?.(answer)}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function listRows<Listed>(answer: Listed): readonly RowOf<Listed>[] {
  const rows: unknown = Array.isArray(answer) ? answer : (answer as { readonly data: unknown }).data;
  return rows as readonly RowOf<Listed>[];
}

type FormPanelProps = Omit<ActionFormProps, "submit"> & {
  readonly title: string;
  /** Label of the button; the title by default. */
  readonly submit?: string;
  readonly lead?: string;
};

/** A panel with the form of an action. */
export const FormPanel = ({ title, submit = title, lead, ...form }: FormPanelProps) => (
  <Panel title={title} {...(lead !== undefined && { lead })}>
    <ActionForm {...form} submit={submit} />
  </Panel>
);

type FindProps = {
  readonly children: ReactNode;
  /** Label of the button. */
  readonly find: string;
  readonly onFind: (readField: FieldReader) => void;
  /** Content beside the button. */
  readonly beside?: ReactNode;
};

/** A panel with the form of a search. */
export function FindForm({ children, find, onFind, beside }: FindProps) {
  return (
    <form
      className="panel find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(readForm(event.currentTarget));
      }}
    >
      {children}
      <button type="submit" className="primary">
        {find}
      </button>
      {beside}
    </form>
  );
}

/** A page of a list; the next page starts before `next`. */
type Page<Row> = { readonly data: readonly Row[]; readonly next: string | null };

type PagesProps<Row> = {
  readonly title: string;
  /** Label of the button for more rows. */
  readonly more: string;
  readonly queryKey: readonly unknown[];
  readonly readPage: (page: { readonly before?: string }, signal: AbortSignal) => Promise<Page<Row>>;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** A panel with the rows of a list that is read in pages. */
export function PagesPanel<Row>({ title, more, queryKey, readPage, children }: PagesProps<Row>) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam === "" ? {} : { before: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Panel title={title}>
      <Loaded query={pages} rows={6}>
        {({ pages: read }) => children(read.flatMap(({ data }) => data))}
      </Loaded>
      <MoreButton pages={pages} name={more} />
    </Panel>
  );
}

type ExportProps = {
  readonly label: string;
  /** Class of the text about the file. */
  readonly textClass: string;
  /** Reads the rows; returns them with the file name and a message. */
  readonly read: () => Promise<{ readonly name: string; readonly csv: Csv; readonly words: string }>;
};

/** A button that saves a list as a CSV file, and says how much of the list is in the file. */
export function ExportButton({ label, textClass, read }: ExportProps) {
  const file = useMutation({
    mutationFn: async () => {
      const { name, csv, words } = await read();
      downloadFile(name, formatCsv(csv));
      return words;
    },
  });
  return (
    <>
      <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
        {label}
      </button>
      {file.isError && <Failure error={file.error} />}
      <p role="status" className={textClass}>
        {file.data}
      </p>
    </>
  );
}
