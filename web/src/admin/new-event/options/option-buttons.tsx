/** Buttons that move an option or remove it. */
import { useConsoleText } from "../../parts/console-text.ts";
import type { OptionRowProps } from "./option-row-props.ts";

type OptionButtonsProps = Pick<OptionRowProps, "index" | "isOnly" | "isLast" | "steps">;

export function OptionButtons({ index, isOnly, isLast, steps }: OptionButtonsProps) {
  const { newEvent: words } = useConsoleText();
  const optionNumber = String(index + 1);
  return (
    <div className="row option-buttons">
      <button
        type="button"
        className="small"
        aria-label={words.moveUp(optionNumber)}
        disabled={index === 0}
        onClick={() => steps.move(index, -1)}
      >
        ↑
      </button>
      <button
        type="button"
        className="small"
        aria-label={words.moveDown(optionNumber)}
        disabled={isLast}
        onClick={() => steps.move(index, 1)}
      >
        ↓
      </button>
      <button
        type="button"
        className="small"
        aria-label={words.removeOption(optionNumber)}
        disabled={isOnly}
        onClick={() => steps.remove(index)}
      >
        ×
      </button>
    </div>
  );
}
