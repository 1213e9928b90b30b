{{- /* Pod of the whole exchange, or of an engine or a gateway, which component names. */}}
{{- define "presage.pod" -}}
{{- $ := .root }}
{{- $component := .component }}
{{- with $ -}}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: 120
{{- if $component }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "presage.selector" . | nindent 8 }}
        app.kubernetes.io/component: {{ $component }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  # PostgreSQL refuses a folder whose rights were widened: only a new volume is given to the group.
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: presage
    image: {{ include "presage.image" . | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    {{- with $component }}
    args: [{{ . }}]
    {{- end }}
    env:
      - name: PRESAGE_MODE
        value: {{ .Values.mode }}
      {{- if $component }}
      - name: PRESAGE_CLUSTER
        value: {{ .Values.cluster.name | quote }}
      {{- if .Values.cluster.natsUrl }}
      - name: NATS_URL
        value: {{ .Values.cluster.natsUrl | quote }}
      {{- end }}
      - name: PRESAGE_ADMIN_URL
        value: http://localhost:7004
      {{- if not (hasKey .Values.settings "PRESAGE_STOP_DELAY") }}
      - name: PRESAGE_STOP_DELAY
        value: "10"
      {{- end }}
      {{- end }}
      {{- if or .Values.operators.open (eq $component "engine") }}
      - name: PRESAGE_ADMIN_HOST
        value: "0.0.0.0"
      {{- end }}
      {{- range $name, $value := .Values.settings }}
      - name: {{ $name }}
        value: {{ $value | toString | quote }}
      {{- end }}
      {{- range .Values.secret.keys }}
      - name: {{ . }}_FILE
        value: /run/secrets/presage/{{ . }}
      {{- end }}
    ports:
      {{- if ne $component "engine" }}
      - name: http
        containerPort: 7000
      {{- end }}
      {{- if or .Values.operators.open (eq $component "engine") }}
      - name: operators
        containerPort: 7004
      {{- end }}
    livenessProbe:
      httpGet: { path: /health/live, port: {{ ternary "operators" "http" (eq $component "engine") }} }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      {{- if eq $component "engine" }}
      # One that follows is not ready for operators, and has what it needs.
      httpGet: { path: /health/live, port: operators }
      {{- else }}
      httpGet: { path: /health/ready, port: http }
      {{- end }}
      periodSeconds: 5
      timeoutSeconds: 5
    resources: {{- toYaml .Values.resources | nindent 6 }}
    volumeMounts:
      - name: data
        mountPath: /data
      {{- if .Values.secret.keys }}
      - name: secrets
        mountPath: /run/secrets/presage
        readOnly: true
      {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- if or .Values.secret.keys .Values.storage.existingClaim $component }}
volumes:
  {{- if .Values.secret.keys }}
  - name: secrets
    secret:
      secretName: {{ required "secret.name: name the Secret that has secret.keys" .Values.secret.name }}
      defaultMode: 0440
      items:
        {{- range .Values.secret.keys }}
        - { key: {{ . }}, path: {{ . }} }
        {{- end }}
  {{- end }}
  {{- if $component }}
  # Nothing in it must be kept.
  - name: data
    emptyDir: {}
  {{- else if .Values.storage.existingClaim }}
  - name: data
    persistentVolumeClaim:
      claimName: {{ .Values.storage.existingClaim }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}
