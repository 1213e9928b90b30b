/** A check box with an explanation. */
type Props = {
  readonly name: string;
  readonly about?: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
};

export const OptionBox = ({ name, about, on, set }: Props) => (
  <label className="trade-option">
    <input type="checkbox" checked={on} onChange={({ target }) => set(target.checked)} />
    <span>
      {name}
      {about !== undefined && <small className="soft">{about}</small>}
    </span>
  </label>
);
