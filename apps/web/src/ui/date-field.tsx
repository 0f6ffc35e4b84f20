import { Suspense } from 'react';
import type { DateKind } from './date-draft.js';
import { box, Field, type FieldProps } from './field.js';
import { lazyPart } from './lazy-part.js';

const DateSegments = lazyPart(() => import('./date-segments.js'), 'DateSegments');

interface BareProps {
  'aria-label': string;
  'aria-describedby'?: string | undefined;
  kind: DateKind;
  value: string;
  /** With a whole value, or empty text. */
  onChange: (text: string) => void;
  onBlur?: () => void;
  min?: string | undefined;
  max?: string | undefined;
  /** Of the value; absent: the reader’s. */
  zone?: string | undefined;
  /** A day without a year is the last such day: for searches in what has been. */
  isPast?: boolean | undefined;
  className: string;
}

/** A date or time without a label of its own: a filter, or a slot in a sentence. */
export const BareDateField = (props: BareProps) => (
  <Suspense fallback={<span className={`inline-block ${props.className}`} />}>
    <DateSegments {...props} />
  </Suspense>
);

interface Props extends FieldProps, Pick<BareProps, 'kind' | 'value' | 'onChange' | 'min' | 'max' | 'zone' | 'isPast'> {
  required?: boolean;
}

/** A date or time in the reader’s format: native fields follow the browser’s language, whatever the account says. */
export const DateField = ({ label, hint, beside, error, className, ...input }: Props) => (
  <Field {...{ label, hint, beside, error, className }}>
    {({ id, ...wired }) => (
      <Suspense fallback={<span className={`${box} h-8 max-sm:h-11`} />}>
        <DateSegments {...wired} {...input} aria-labelledby={`${id}-label`} className={`${box} h-8 max-sm:h-11`} />
      </Suspense>
    )}
  </Field>
);
