import { Plus } from "lucide-react";
import { Button } from "../button.tsx";
import { Stack } from "../layout/layout.tsx";
import { PageHeading } from "../layout/page-heading.tsx";
import { ChartExamples } from "./chart-examples.tsx";
import { ControlExamples } from "./control-examples.tsx";
import { FieldExamples } from "./field-examples.tsx";
import { ListExamples } from "./list-examples.tsx";

/** A gallery of the design system, in development only. */
export function Gallery() {
  return (
    <>
      <PageHeading
        lead="Every component in every state."
        actions={
          <Button variant="primary" icon={Plus}>
            New campaign
          </Button>
        }
      >
        Your ads were shown 113'445 times in the last 30 days.
      </PageHeading>
      <Stack>
        <ControlExamples />
        <FieldExamples />
        <ChartExamples />
        <ListExamples />
      </Stack>
    </>
  );
}
