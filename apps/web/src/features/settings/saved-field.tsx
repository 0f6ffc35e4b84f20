import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';

interface Props extends Omit<ComponentProps<typeof TextField>, 'beside' | 'form'> {
  form: { readonly isBusy: boolean; readonly onSubmit: (event: React.FormEvent<HTMLFormElement>) => Promise<unknown> };
  isUnchanged: boolean;
  /** Without the permission there is no button. */
  may: boolean;
}

/** A single setting: one field, with its save button. */
export const SavedField = ({ form, isUnchanged, may, ...field }: Props) => (
  <form noValidate onSubmit={(event) => void form.onSubmit(event)}>
    <TextField
      {...field}
      beside={
        may && (
          <Button type="submit" busy={form.isBusy} whyNot={isUnchanged && 'No changes yet'}>
            Save
          </Button>
        )
      }
    />
  </form>
);
