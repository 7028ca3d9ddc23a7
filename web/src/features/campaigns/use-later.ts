import { useEffect, useState } from "react";

/** A value that follows another one after it has rested for `ms`: for searches while one types. */
export function useLater<Value>(value: Value, ms: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}
