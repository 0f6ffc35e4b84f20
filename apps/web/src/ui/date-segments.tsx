import { parseDate, parseDateTime, parseTime, type CalendarDate, type CalendarDateTime, type Time } from '@internationalized/date';
import { useContext, useEffect, useRef, useState, type ClipboardEvent, type ComponentProps, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { TopLayer } from './top-layer.js';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
  DateInput,
  DatePicker,
  DatePickerStateContext,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Popover,
  TimeField,
} from 'react-aria-components';
import { englishLikeOrder } from '../data/time/date-order.js';
import { writes12Hours } from '../data/time/times.js';
import { useBarred } from './use-barred.js';
import type { DateKind } from './date-draft.js';
import { TypedDate } from './typed-date.js';

interface Props {
  id?: string;
  kind: DateKind;
  value: string;
  /** With a whole value, or empty text. */
  onChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
  /** Of the value; absent: the reader’s. */
  zone?: string | undefined;
  /** A day without a year is the last such day: for searches in what has been. */
  isPast?: boolean | undefined;
  className?: string;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

type DayValue = CalendarDate | CalendarDateTime;

/** Undefined for text that is no value: the field is empty. */
function parse<T>(read: (text: string) => T, text: string | undefined): T | undefined {
  try {
    return text ? read(text) : undefined;
  } catch {
    return undefined;
  }
}
const readDay =
  (kind: DateKind) =>
  (text: string): DayValue =>
    kind === 'date' ? parseDate(text) : parseDateTime(text);
/** `2026-11-26`, `2026-11-26T22:30`, `22:30` */
const textLengths: Readonly<Record<DateKind, number>> = { date: 10, datetime: 16, time: 5 };
const textOf = (kind: DateKind, value: DayValue | Time | null): string => value?.toString().slice(0, textLengths[kind]) ?? '';

/** Narrower, its parts would overlap. */
const asWideAsParts = '!min-w-max';

/** A date, a time or both in segments: typed digit by digit, by the arrow keys or from a calendar, in the reader’s format. */
export function DateSegments(props: Props) {
  const {
    kind,
    value,
    onChange,
    className = '',
    required = false,
    onBlur,
    min,
    max,
    zone,
    isPast = false,
    'aria-invalid': isInvalid,
    ...named
  } = props;
  const isDisabled = useBarred() !== undefined;
  // what is typed stays, whatever the owner of the value makes of it
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  const put = (next: DayValue | Time | null) => {
    const text = textOf(kind, next);
    setTyped({ value, text });
    onChange(text);
  };
  const shared = {
    ...named,
    isDisabled,
    isRequired: required,
    isInvalid: isInvalid === true,
    hourCycle: writes12Hours() ? (12 as const) : (24 as const),
    shouldForceLeadingZeros: true,
    ...(onBlur ? { onBlur } : {}),
  };
  const look = `flex items-center tabular-nums ${isDisabled ? 'opacity-60' : ''} ${className}`;
  return (
    <I18nProvider locale={englishLikeOrder(navigator.language)}>
      {kind === 'time' ? (
        <TimeField {...shared} value={parse(parseTime, typed.text) ?? null} onChange={put} className={`${look} ${asWideAsParts}`}>
          <Segments />
        </TimeField>
      ) : (
        <DatePicker<DayValue>
          {...shared}
          {...withLimits(kind, min, max)}
          granularity={kind === 'date' ? 'day' : 'minute'}
          value={parse(readDay(kind), typed.text) ?? null}
          onChange={put}
          className="contents"
        >
          <DayParts
            look={look}
            typed={{ kind, zone, isPast, value: typed.text, label: named['aria-label'], onRead: (text) => put(readDay(kind)(text)) }}
          />
        </DatePicker>
      )}
    </I18nProvider>
  );
}

function withLimits(kind: DateKind, min: string | undefined, max: string | undefined): { minValue?: DayValue; maxValue?: DayValue } {
  const [minValue, maxValue] = [parse(readDay(kind), min), parse(readDay(kind), max)];
  return { ...(minValue ? { minValue } : {}), ...(maxValue ? { maxValue } : {}) };
}

interface DayPartsProps {
  look: string;
  /** In place of the segments, while the date is typed as words. */
  typed: Omit<ComponentProps<typeof TypedDate>, 'start' | 'onClose'>;
}

function DayParts({ look, typed }: DayPartsProps) {
  const picker = useContext(DatePickerStateContext);
  const isOpen = picker?.isOpen ?? false;
  const [words, setWords] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAsked || isOpen) return undefined;
    // a calendar that closes gives the focus back first, in a frame
    const frame = requestAnimationFrame(() => {
      setAsked(false);
      setWords('');
    });
    return () => cancelAnimationFrame(frame);
  }, [isAsked, isOpen]);
  const close = (isLeft: boolean) => {
    flushSync(() => setWords(null));
    if (!isLeft) group.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus();
  };
  return (
    <>
      <Group ref={group} className={`${look} ${words === null ? asWideAsParts : 'relative min-w-0'}`}>
        {words === null ? (
          <div
            className="contents"
            onKeyDownCapture={(event) => begin(event, wordsFrom(event), setWords)}
            onPasteCapture={(event) => begin(event, event.clipboardData.getData('text'), setWords)}
          >
            <Segments />
          </div>
        ) : (
          <TypedDate {...typed} start={words} onClose={close} />
        )}
        {words === null && (
          <Button
            className="-mr-1 ml-auto grid size-[26px] shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-ink"
            aria-label="Calendar"
          >
            <svg aria-hidden width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.3">
              <rect x="1.5" y="2.5" width="11" height="10" rx="1.5" />
              <path d="M1.5 5.5h11M4.5 1v3M9.5 1v3" />
            </svg>
          </Button>
        )}
      </Group>
      <TopLayer isOpen={isOpen}>
        {(layer) => (
          <Popover
            UNSTABLE_portalContainer={layer}
            className="pointer-events-auto rounded-lg border border-line bg-raised p-3 text-ink shadow-pop"
          >
            <Dialog className="outline-none">
              <Month />
              <Button
                className="mt-2 h-8 w-full rounded-md border border-line-button font-medium hover:bg-hover max-sm:h-11"
                onPress={() => {
                  picker?.setOpen(false);
                  setAsked(true);
                }}
              >
                Type it, as “tomorrow 9”
              </Button>
            </Dialog>
          </Popover>
        )}
      </TopLayer>
    </>
  );
}

/** A letter typed into a segment begins words; after the day, `28 mar` goes on from there. Empty: the segment takes the key. */
function wordsFrom({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const segment = target instanceof HTMLElement ? target.closest<HTMLElement>('[role=spinbutton]') : null;
  if (!segment || !/^\p{L}$/u.test(key) || ctrlKey || metaKey || altKey || segment.dataset['type'] === 'dayPeriod') return '';
  const before = segment.dataset['type'] === 'month' ? dayBefore(segment) : '';
  return `${before}${key}`;
}

/** `28 ` in a field that is filled in day first. */
function dayBefore(month: HTMLElement): string {
  const segments = [...(month.parentElement?.querySelectorAll<HTMLElement>('[role=spinbutton]') ?? [])];
  const day = segments.findIndex(({ dataset }) => dataset['type'] === 'day');
  const number = segments[day]?.getAttribute('aria-valuenow');
  return day < segments.indexOf(month) && number ? `${number} ` : '';
}

function begin(event: KeyboardEvent | ClipboardEvent, words: string, onBegin: (words: string) => void): void {
  if (words === '' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  event.stopPropagation();
  onBegin(words);
}

const Segments = () => (
  <DateInput className="flex min-w-0 items-center">
    {(segment) => (
      <DateSegment
        segment={segment}
        className="grid h-[24px] min-w-[24px] place-items-center rounded-sm px-px outline-none data-focused:bg-act data-focused:text-on-act data-placeholder:text-faint data-focused:data-placeholder:text-on-act data-[type=literal]:min-w-0 data-[type=literal]:px-0 data-[type=literal]:whitespace-pre data-[type=literal]:text-faint"
      />
    )}
  </DateInput>
);

const step = 'grid size-[30px] place-items-center rounded-md text-muted hover:bg-hover data-disabled:opacity-40';

const Month = () => (
  <Calendar firstDayOfWeek="mon">
    <header className="mb-2 flex items-center justify-between">
      <Button slot="previous" className={step}>
        ‹
      </Button>
      <CalendarHeading className="text-sm font-medium" />
      <Button slot="next" className={step}>
        ›
      </Button>
    </header>
    <CalendarGrid weekdayStyle="short" className="text-sm tabular-nums [&_th]:font-normal [&_th]:text-faint">
      {(date) => (
        <CalendarCell
          date={date}
          className="grid size-8 cursor-pointer place-items-center rounded-md outline-none hover:bg-hover data-disabled:cursor-default data-disabled:opacity-40 data-focus-visible:outline-2 data-focus-visible:outline-focus data-outside-month:hidden data-selected:bg-act data-selected:text-on-act data-unavailable:opacity-40"
        />
      )}
    </CalendarGrid>
  </Calendar>
);
