import { TextField } from '../../../ui/field.js';

interface Props {
  covered: number;
  typed: string;
  onType: (typed: string) => void;
}

/** Of conditions that cover everything: the number of alert groups is typed. */
export const Confirmation = ({ covered, typed, onType }: Props) => (
  <TextField
    label="Number of alert groups that it covers"
    className="mt-4"
    hint={`The conditions also hold for every alert without these labels. Type ${covered} to confirm.`}
    inputMode="numeric"
    value={typed}
    onChange={({ target }) => onType(target.value)}
  />
);
