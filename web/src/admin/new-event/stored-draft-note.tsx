/** Notes about a form in progress: that it was restored, and the question before it is overwritten. */
import { useText } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { Modal } from "../parts/modal.tsx";

export function StoredDraftNote({ empty }: { readonly empty: () => void }) {
  const { newEvent: words } = useConsoleText();
  return (
    <div className="notice row" role="status">
      <span>{words.kept}</span>
      <button type="button" onClick={empty}>
        {words.empty}
      </button>
    </div>
  );
}

type OverwritingProps = { readonly close: () => void; readonly confirmed: () => void };

export function OverwriteQuestion({ close, confirmed }: OverwritingProps) {
  const { common } = useText();
  const { newEvent: words } = useConsoleText();
  return (
    <Modal title={words.overwrite} close={close}>
      <p>{words.overwriteNote}</p>
      <div className="row">
        <button type="button" className="danger" onClick={confirmed}>
          {words.useTemplate}
        </button>
        <button type="button" onClick={close}>
          {common.cancel}
        </button>
      </div>
    </Modal>
  );
}
