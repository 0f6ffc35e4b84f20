import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';

interface Props extends Omit<ComponentProps<typeof TextField>, 'beside' | 'form'> {
  form: { readonly isBusy: boolean; readonly onSubmit: (event: React.FormEvent<HTMLFormElement>) => Promise<unknown> };
  isUnchanged: boolean;
  /** Whoever may not is shown no button. */
  may: boolean;
}

/** A setting of its own: one field, and what saves it beside it. */
export const SavedField = ({ form, isUnchanged, may, ...field }: Props) => (
  <form noValidate onSubmit={(event) => void form.onSubmit(event)}>
    <TextField
      {...field}
      beside={
        may && (
          <Button type="submit" className="!h-9" busy={form.isBusy} whyNot={isUnchanged && 'No changes yet'}>
            Save
          </Button>
        )
      }
    />
  </form>
);
