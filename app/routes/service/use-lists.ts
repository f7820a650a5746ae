import { useEffect, useState } from "react";
import { parseMoney } from "#app/shared/money.ts";
import type { Item, Machine } from "#app/shared/report-form.ts";
import { RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { notify } from "#app/ui/toaster.tsx";
import { askApi } from "../shell/api-client.ts";

type WireItem = {
  id: string;
  name: string;
  rate: string | number;
  quantity: number;
  unit?: string | null;
  store?: string | null;
  fits?: boolean;
  is_active?: unknown;
};
type WireMachine = { id: string; machine_name: string; lists: string[] };
type MachineType = { id: string; name: string };
type Loaded<T> = { list: T[]; loading: boolean };
const underWay = { list: [], loading: true };
const nothing = { list: [], loading: false };

const inactive = new Set<unknown>([false, 0, "0", "false"]);
const itemOf = ({ id, name, rate, quantity, unit, store, fits }: WireItem): Item => ({
  id: String(id),
  name,
  rateMinor: parseMoney(String(rate)) ?? 0,
  quantity: Number(quantity),
  ...(unit ? { unit } : {}),
  ...(store ? { store } : {}),
  ...(fits ? { fits } : {}),
});

/** Loads a list from the API. Where that fails it is empty, and a toast says why unless the page was left. */
async function loadList<T>(path: string, signal: AbortSignal): Promise<T[]> {
  try {
    const { data } = await askApi<{ data?: T[] }>(path, { signal });
    if (Array.isArray(data)) return data;
    notify.error(WENT_WRONG);
  } catch (error) {
    if (!signal.aborted) notify.error(error instanceof RefusedAnswer ? error.message : WENT_WRONG);
  }
  return [];
}

/** The pick lists of the report form. Each loads or fails alone; the rest of the form stays usable. */
export function useLists(isEdit: boolean, assetId: string, machineTypeId: string | null) {
  const [items, setItems] = useState<Loaded<Item>>(underWay);
  const [types, setTypes] = useState<Loaded<MachineType>>(underWay);
  const [machines, setMachines] = useState<Loaded<Machine>>(nothing);

  useEffect(() => {
    const page = new AbortController();
    const leave = () => page.abort();
    addEventListener("pagehide", leave);
    const offered = `?asset=${encodeURIComponent(assetId)}${isEdit ? "" : "&active=true"}`;
    loadList<WireItem>(`/api/store-item/get${offered}`, page.signal).then((list) => {
      if (page.signal.aborted) return;
      const items = list.filter((item) => !inactive.has(item.is_active)).map(itemOf);
      setItems({ list: items, loading: false });
    });
    loadList<MachineType>("/api/machine_types/get", page.signal).then((list) => {
      if (!page.signal.aborted) setTypes({ list, loading: false });
    });
    return () => {
      removeEventListener("pagehide", leave);
      page.abort();
    };
  }, [isEdit, assetId]);

  useEffect(() => {
    if (!machineTypeId) return setMachines(nothing);
    const pick = new AbortController();
    setMachines(underWay);
    loadList<WireMachine>(`/api/pm_list/${encodeURIComponent(machineTypeId)}`, pick.signal).then(
      (list) => {
        if (pick.signal.aborted) return;
        const machines = list.map(({ id, machine_name: name, lists }) => ({
          id: String(id),
          name,
          lists,
        }));
        setMachines({ list: machines, loading: false });
      },
    );
    return () => pick.abort();
  }, [machineTypeId]);

  /** Takes over the quantity of an item that a refused save has named. */
  const restock = (id: string, quantity: number) =>
    setItems((before) => ({
      ...before,
      list: before.list.map((item) => (item.id === id ? { ...item, quantity } : item)),
    }));

  return { items, types, machines, restock };
}
