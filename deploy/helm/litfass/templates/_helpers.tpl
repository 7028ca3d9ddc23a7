{{- /* Only Go's own template functions are used, so that the tests can render the chart without Helm. */ -}}
{{- define "litfass.labels" }}
    app.kubernetes.io/name: litfass
    app.kubernetes.io/instance: {{ .Release.Name }}
    app.kubernetes.io/version: {{ printf "%q" .Chart.AppVersion }}
    app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- define "litfass.podSecurity" }}
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "litfass.containerSecurity" }}
          image: {{ printf "%s:%s" .Values.image.repository .Values.image.tag | printf "%q" }}
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          securityContext:
            readOnlyRootFilesystem: true
            allowPrivilegeEscalation: false
            capabilities: { drop: [ALL] }
          envFrom:
            - secretRef: { name: {{ .Values.secretName }} }
{{- end }}
{{- define "litfass.env" }}
            - { name: PUBLIC_URL, value: {{ printf "https://%s" .Values.hosts.app | printf "%q" }} }
            - { name: ADS_URL, value: {{ printf "https://%s" .Values.hosts.ads | printf "%q" }} }
            - { name: INTERNAL_URL, value: "http://{{ .Release.Name }}-api:8080" }
            - { name: TRUST_PROXY, value: {{ printf "%q" .Values.trustProxy }} }
            - { name: DRAIN_SECONDS, value: "{{ .Values.drainSeconds }}" }
            {{- range $name, $value := .Values.settings }}
            - { name: {{ $name }}, value: {{ printf "%q" $value }} }
            {{- end }}
{{- end }}
