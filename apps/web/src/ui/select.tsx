import type { Ref, SelectHTMLAttributes } from 'react';
import { useBarred } from './use-barred.js';
import { box, Field, type FieldProps } from './field.js';
import { filterClass } from './filter-class.js';

type Options = SelectHTMLAttributes<HTMLSelectElement>;

// The native select, so that keyboard and screen readers work as usual; main.css draws its arrow.

/** In a form, with its label above. */
export const SelectField = ({ label, hint, error, className, children, ...select }: FieldProps & Omit<Options, 'className'>) => (
  <Field {...{ label, hint, error, className }}>
    {(wired) => (
      <select {...wired} {...select} className={`${box} h-8 max-sm:h-11`}>
        {children}
      </select>
    )}
  </Field>
);

/** A select inside a sentence: “Page within [5 min]”. */
export const Slot = ({ label, className = '', ...select }: { label: string; ref?: Ref<HTMLSelectElement> } & Options) => (
  <select
    aria-label={label}
    aria-describedby={useBarred()}
    {...select}
    className={`field-sizing-content h-7 max-w-full rounded-md border border-line bg-panel px-1.5 font-medium text-ink hover:border-line-field disabled:opacity-60 ${className}`}
  />
);

/** Above a list, which it narrows. The empty value narrows nothing. */
export const FilterSelect = ({
  label,
  value = '',
  onChoose,
  className = '',
  children,
}: { label: string; value: string | undefined; onChoose: (value: string) => void } & Pick<Options, 'className' | 'children'>) => (
  <select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)} className={`${filterClass} ${className}`}>
    {children}
  </select>
);

interface FilterChoiceProps {
  label: string;
  /** The choice that narrows nothing. */
  all: string;
  value: string | undefined;
  options: readonly { readonly id: string; readonly name: string }[];
  onChoose: (value: string) => void;
}

/** A filter of a few names. */
export const FilterChoice = ({ all, options, ...select }: FilterChoiceProps) => (
  <FilterSelect {...select}>
    <option value="">{all}</option>
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </FilterSelect>
);
