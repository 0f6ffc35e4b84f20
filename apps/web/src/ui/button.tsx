import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { pastBar, useAsOf } from '../data/time/as-of.js';
import { useBarred } from './use-barred.js';

/** `act`: the one of a view that people came for. `final`: irreversible, its word ends in “…”. Neither is red: red is for unacknowledged alerts. */
export type Kind = 'act' | 'plain' | 'quiet' | 'final';

const edged = 'border-line-button bg-panel text-ink shadow-panel hover:bg-hover active:bg-pressed active:shadow-none';

const look: Record<Kind, string> = {
  act: 'border-transparent bg-act text-on-act hover:bg-act-hover active:bg-muted',
  plain: edged,
  final: edged,
  quiet: 'border-transparent text-muted hover:bg-pressed hover:text-ink active:bg-line-button',
};

const sizes = {
  small: 'h-7 px-[9px] max-sm:h-10',
  medium: 'h-8 px-3 max-sm:h-11 max-sm:px-3.5',
  tall: 'h-10 px-4 text-sm max-sm:h-11',
} as const;
type Size = keyof typeof sizes;

export const buttonClass = (kind: Kind, size: Size = 'medium'): string =>
  `inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors duration-100 disabled:cursor-default disabled:border-line disabled:bg-quiet-tint disabled:text-faint disabled:shadow-none ${sizes[size]} ${look[kind]}`;

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  kind?: Kind;
  size?: Size;
  /** The act is pending: further presses are ignored. */
  busy?: boolean;
  /** Why it is disabled now, in a few words; false: enabled. Missing permissions are handled by `Barred`. */
  whyNot?: string | false;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** Acts are barred while the screen shows the past. */
function usePastBar({ kind, type }: Pick<Props, 'kind' | 'type'>): string | false {
  const isAct = kind === 'act' || kind === 'final' || type === 'submit';
  return useAsOf() !== null && isAct && pastBar;
}

export function Button({
  kind = 'plain',
  size = 'medium',
  busy = false,
  whyNot: reason = false,
  className = '',
  children,
  ...rest
}: Props) {
  const past = usePastBar({ kind, type: rest.type });
  const whyNot = past === false ? reason : past;
  return (
    <button
      type="button"
      aria-describedby={useBarred()}
      {...rest}
      {...(whyNot === false ? {} : { title: whyNot })}
      disabled={whyNot !== false || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(kind, size)} ${className}`}
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
