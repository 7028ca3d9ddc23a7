import { useEffect, useState } from "react";

/** A value that follows another one once it has rested for `ms`: what is dear to draw waits until typing stops. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
