import * as accessLimits from '@tocsin/contracts/access/limits.js';
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { useBarred } from './use-barred.js';
import { WarnMark } from './warn-mark.js';

/** The classes of every input, select and text area. */
export const box =
  'w-full min-w-0 rounded-md border border-line-field bg-panel px-2.5 text-ink aria-invalid:border-warn aria-invalid:ring-1 aria-invalid:ring-warn disabled:border-line-button disabled:bg-quiet-tint disabled:text-faint max-sm:text-base';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** A button beside it, of equal height. */
  beside?: ReactNode;
  error?: string | undefined;
  className?: string;
}

interface InputWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** An input with label, hint and error. */
export function Field({
  label,
  hint,
  beside,
  error,
  className = '',
  children,
}: FieldProps & { children: (wired: InputWiring) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`, useBarred()].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label id={`${id}-label`} htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
        {beside}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-xs font-medium">
          <WarnMark className="mt-px" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export const TextField = ({
  label,
  hint,
  beside,
  error,
  className,
  ...input
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>) => (
  <Field {...{ label, hint, beside, error, className }}>
    {(wired) => <input {...wired} {...input} className={`${box} h-8 max-sm:h-11`} />}
  </Field>
);

/** A new password: the browser may suggest one, and the minimum length is shown. `also`: a further hint. */
export const NewPasswordField = ({
  also = '',
  ...input
}: { also?: string } & Pick<Parameters<typeof TextField>[0], 'label' | 'name' | 'value' | 'error' | 'onChange'>) => (
  <TextField
    type="password"
    autoComplete="new-password"
    required
    minLength={accessLimits.passwordCharacters.min}
    hint={`At least ${accessLimits.passwordCharacters.min} characters. ${also}`.trim()}
    {...input}
  />
);

export const TextArea = ({
  label,
  hint,
  error,
  className,
  ...input
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>) => (
  <Field {...{ label, hint, error, className }}>{(wired) => <textarea rows={3} {...wired} {...input} className={`${box} py-1.5`} />}</Field>
);

export const Check = ({ label, ...input }: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) => (
  <label className="flex items-start gap-2">
    <input type="checkbox" aria-describedby={useBarred()} {...input} className="mt-0.5 size-4 shrink-0 accent-act" />
    <span>{label}</span>
  </label>
);
