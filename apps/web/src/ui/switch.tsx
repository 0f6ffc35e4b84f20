import type { ReactNode } from 'react';
import { useBarred } from './use-barred.js';

interface Props {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** On or off, at once: what is saved by a button is a `Check`. */
export const Switch = ({ label, checked, onChange, disabled = false }: Props) => (
  <label className="relative inline-flex min-h-6 items-center gap-2.5">
    <input
      type="checkbox"
      role="switch"
      aria-describedby={useBarred()}
      checked={checked}
      aria-checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      className="peer absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
    />
    <span
      aria-hidden
      className="h-[18px] w-[30px] shrink-0 rounded-full bg-line-field p-0.5 transition-colors duration-100 peer-checked:bg-act peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-50 peer-checked:*:translate-x-3 peer-checked:*:bg-on-act"
    >
      <span className="block size-3.5 rounded-full bg-white transition-transform duration-100 motion-reduce:transition-none" />
    </span>
    <span>{label}</span>
  </label>
);
