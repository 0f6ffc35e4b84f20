import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { Button } from '../../ui/button.js';
import { Slot } from '../../ui/select.js';
import { useBarred } from '../../ui/use-barred.js';
import { LengthSlots } from './length-slots.js';
import { RestrictionSlots } from './restriction-slots.js';
import { SlotChips } from './slot-chips.js';
import { MomentSlot } from './typed-slots.js';
import { inputOf, instantOf } from './zone-inputs.js';
import { ZoneSlot } from '../../ui/zone-field.js';
import { placeName } from '../../data/time/zone-times.js';
import { Disclosure } from '../../ui/disclosure.js';

interface Props {
  layer: LayerSetting;
  scheduleZone: string;
  error: string | undefined;
  onChange: (layer: LayerSetting) => void;
  onRemove: () => void;
}

/** “[Ana] [Bo] take turns of [1] [week], handing off [Monday] [09:00], only …” */
export function LayerSentence({ layer, scheduleZone, error, onChange, onRemove }: Props) {
  const barred = useBarred();
  const { rotation, name } = layer;
  const putRotation = (part: Partial<LayerSetting['rotation']>) => onChange({ ...layer, rotation: { ...rotation, ...part } });
  return (
    <li className="group border-b border-line/70 py-3" aria-label={name}>
      <div className="flex items-center gap-2">
        <input
          aria-label={`Name of ${name}`}
          aria-describedby={barred}
          maxLength={80}
          value={name}
          onChange={(event) => onChange({ ...layer, name: event.target.value })}
          className="-ml-1.5 h-7 field-sizing-content min-w-24 rounded-md border border-transparent bg-transparent px-1.5 font-semibold hover:border-line"
        />
        <Button
          kind="quiet"
          className="ml-auto !h-7 !px-2 pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100"
          aria-label={`Remove the rotation ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
        <SlotChips of={name} slots={rotation.slots} onChange={(slots) => putRotation({ slots })} />
        {rotation.slots.length === 1 ? 'has every turn of' : 'take turns of'}
        <LengthSlots of={name} length={rotation.length} onChange={(length) => putRotation({ length })} />
      </p>
      <div className="mt-1.5 space-y-1.5">
        <RestrictionSlots of={name} restrictions={layer.restrictions} onChange={(restrictions) => onChange({ ...layer, restrictions })} />
      </div>
      <LayerDetails {...{ layer, scheduleZone, onChange }} putRotation={putRotation} />
      {error && (
        <p role="alert" className="mt-1 text-warn">
          {error}
        </p>
      )}
    </li>
  );
}

interface DetailsProps extends Pick<Props, 'layer' | 'scheduleZone' | 'onChange'> {
  putRotation: (part: Partial<LayerSetting['rotation']>) => void;
}

/** Settings that most rotations leave at their defaults. */
function LayerDetails({ layer, scheduleZone, onChange, putRotation }: DetailsProps) {
  const barred = useBarred();
  const { rotation, name, timeZone } = layer;
  const zone = timeZone ?? scheduleZone;
  return (
    <Disclosure className="mt-1.5 text-xs text-muted" summary="Advanced: which layer wins, time zone, first day of the rotation">
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex items-center gap-1.5">
          Wins over lower numbers:
          <Slot
            label={`Priority of ${name}`}
            value={layer.priority}
            onChange={(event) => onChange({ ...layer, priority: Number(event.target.value) })}
          >
            {[...new Set([0, 1, 2, 3, 4, 5, layer.priority])].map((priority) => (
              <option key={priority} value={priority}>
                {priority}
              </option>
            ))}
          </Slot>
        </span>
        <span className="flex items-center gap-1.5">
          In the time zone
          <ZoneSlot
            label={`Time zone of ${name}`}
            value={timeZone ?? ''}
            none={`the schedule (${placeName(scheduleZone)})`}
            onChoose={(chosen) => onChange({ ...layer, timeZone: chosen || null })}
          />
        </span>
        <span className="flex items-center gap-1.5">
          First day
          <MomentSlot
            label={`Anchor of ${name}`}
            value={inputOf(Date.parse(rotation.anchor), zone)}
            onChange={(input) => {
              const at = instantOf(input, zone);
              if (at !== null) putRotation({ anchor: new Date(at).toISOString() });
            }}
          />
        </span>
        {layer.restrictions.length > 0 && (
          <label className="flex items-center gap-1.5">
            <input
              type="checkbox"
              className="accent-act"
              aria-describedby={barred}
              checked={rotation.countsCoveredTimeOnly}
              onChange={(event) => putRotation({ countsCoveredTimeOnly: event.target.checked })}
            />
            turns count on-call time only
          </label>
        )}
      </div>
      <p className="mt-1.5">
        A rotation with a higher priority replaces the others whenever it has someone on call. With equal priority, both are on call.
      </p>
    </Disclosure>
  );
}
