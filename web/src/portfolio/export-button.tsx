/** A button that reads every page of a list and downloads it as a CSV file. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { formatCsv, downloadFile } from "../csv.ts";
import type { Csv } from "../csv.ts";

type Props = {
  /** File name without its extension. */
  readonly name: string;
  /** Reads all rows, and reports the number so far. */
  readonly read: (onRows: (count: number) => void) => Promise<Csv>;
};

export function ExportButton({ name, read }: Props) {
  const { portfolio } = useText();
  const formats = useFormats();
  const [rows, setRows] = useState(0);
  const exporting = useMutation({
    mutationFn: async () => downloadFile(`${name}.csv`, formatCsv(await read(setRows))),
  });
  return (
    <div>
      <button
        type="button"
        className="small"
        disabled={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        <span aria-live="polite">
          {exporting.isPending ? portfolio.exporting(formats.count(rows)) : portfolio.export}
        </span>
      </button>
      {exporting.isError && <Failure error={exporting.error} />}
    </div>
  );
}
