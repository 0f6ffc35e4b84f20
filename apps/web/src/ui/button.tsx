import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { useBarred } from './barred-fields.js';

/** `final`: irreversible. It is not red: red is for unacknowledged alerts. */
export type Kind = 'act' | 'plain' | 'quiet' | 'final';

const look: Record<Kind, string> = {
  act: 'bg-act text-on-act hover:bg-act-hover border-transparent font-medium',
  plain: 'bg-panel text-ink border-line hover:bg-hover',
  final: 'bg-warn-tint text-warn border-warn hover:bg-hover font-medium',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink',
};

export const buttonClass = (kind: Kind, tall = false): string =>
  `inline-flex items-center justify-center gap-1.5 rounded-md border whitespace-nowrap select-none transition-colors duration-75 disabled:cursor-default disabled:opacity-50 ${
    tall ? 'h-11 px-5 text-[15px]' : 'h-8 px-3'
  } ${look[kind]}`;

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  kind?: Kind;
  tall?: boolean;
  /** The act is pending: further presses are ignored. */
  busy?: boolean;
  /** Why it is disabled now, in a few words; false: enabled. Missing permissions are handled by `Barred`. */
  whyNot?: string | false;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

export function Button({ kind = 'plain', tall = false, busy = false, whyNot = false, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-describedby={useBarred()}
      {...rest}
      {...(whyNot === false ? {} : { title: whyNot })}
      disabled={whyNot !== false || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(kind, tall)} ${className}`}
    >
      {busy && (
        <span
          aria-hidden
          className="size-3 animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
        />
      )}
      {children}
    </button>
  );
}
