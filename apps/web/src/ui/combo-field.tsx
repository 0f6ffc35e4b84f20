import { Suspense } from 'react';
import type { ComboProps } from './combobox.js';
import { box, Field, type FieldProps } from './field.js';
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
      <LaterCombobox
        {...choice}
        aria-labelledby={`${id}-label`}
        aria-describedby={wired['aria-describedby']}
        className={`${box} h-8 pr-2 max-sm:h-11`}
      />
    )}
  </Field>
);

/** Inside a sentence. */
export const ComboSlot = ({ label, ...choice }: { label: string } & Choice) => (
  <LaterCombobox
    {...choice}
    aria-label={label}
    className="h-7 w-48 max-w-full rounded-md border border-line-button bg-panel px-2 font-medium text-ink hover:border-line-field max-sm:h-10"
  />
);
