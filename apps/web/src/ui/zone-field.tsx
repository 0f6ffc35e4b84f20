import { ComboField, ComboSlot } from './combo-field.js';
import type { FieldProps } from './field.js';
import { zoneOptions } from './zones.js';

interface Zone {
  /** The name of a time zone. */
  value: string;
  onChoose: (zone: string) => void;
  disabled?: boolean;
}

/** A time zone in a form, among the 419 that there are. */
export const ZoneField = ({ value, ...rest }: FieldProps & Zone) => <ComboField {...rest} value={value} options={zoneOptions(value)} />;

/** A time zone inside a sentence. `none`: what the empty value says. */
export const ZoneSlot = ({ label, value, none, ...rest }: { label: string; none?: string } & Zone) => (
  <ComboSlot
    {...rest}
    label={label}
    value={none !== undefined && value === '' ? noZone : value}
    options={[...(none === undefined ? [] : [{ id: noZone, label: none }]), ...zoneOptions(value)]}
    onChoose={(id) => rest.onChoose(id === noZone ? '' : id)}
  />
);

/** A list has no empty ids. */
const noZone = 'none';
