import { Suspense } from 'react';
import type { ComboOption, ComboProps } from './combobox.js';
import { box, Field, type FieldProps } from './field.js';
import { filterClass } from './filter-class.js';
import { lazyPart } from './lazy-part.js';

const Combobox = lazyPart(() => import('./combobox.js'), 'Combobox');

type Choice = Pick<ComboProps, 'options' | 'value' | 'onChoose' | 'disabled' | 'placeholder'>;

/** Until the list is loaded: what is chosen, in its place. */
const LaterCombobox = (props: ComboProps) => (
  <Suspense
    fallback={
      <span className={`${props.className} inline-flex items-center`}>{props.options.find(({ id }) => id === props.value)?.label}</span>
    }
  >
    <Combobox {...props} />
  </Suspense>
);

/** In a form, with its label above. */
export const ComboField = ({ label, hint, beside, error, className, ...choice }: FieldProps & Choice) => (
  <Field {...{ label, hint, beside, error, className }}>
    {({ id, ...wired }) => (
      <LaterCombobox {...choice} {...wired} aria-labelledby={`${id}-label`} className={`${box} h-8 pr-2 max-sm:h-11`} />
    )}
  </Field>
);

/** Inside a sentence, where it is never squeezed: the line breaks before it. */
export const ComboSlot = ({ label, ...choice }: { label: string } & Choice) => (
  <span className="inline-flex w-48 max-w-full">
    <LaterCombobox
      {...choice}
      aria-label={label}
      className="h-7 w-full rounded-md border border-line-button bg-panel px-2 font-medium text-ink hover:border-line-field max-sm:h-10"
    />
  </span>
);

/** Above a list, which is of what is chosen. */
export const ChoiceFilter = ({ label, ...choice }: { label: string } & Choice) => (
  <span className="flex w-44 min-w-0 max-sm:flex-1 max-sm:basis-2/5">
    <LaterCombobox {...choice} aria-label={label} className={`${filterClass} w-full`} />
  </span>
);

const everything = 'everything';

interface Filter extends Pick<ComboProps, 'options' | 'onChoose'> {
  label: string;
  /** The choice that narrows nothing; its value is empty. */
  all: string;
  value: string | undefined;
}

/** Above a list, which it narrows. */
export const FilterCombo = ({ all, value = '', options, onChoose, label }: Filter) => (
  <ChoiceFilter
    label={label}
    options={[{ id: everything, label: all }, ...options]}
    value={value || everything}
    onChoose={(id) => onChoose(id === everything ? '' : id)}
  />
);

/** Things that are known by their names. */
export const namedOptions = (rows: readonly { readonly id: string; readonly name: string }[]): readonly ComboOption[] =>
  rows.map(({ id, name }) => ({ id, label: name }));
